import type { Comparison, Exemplar, Profile, ProfilePicture, RecentFrame } from '@palate/client'
import {
  addressOf,
  frameSourceOf,
  namesOf,
  type PictureSource,
  pictureOf,
} from '@palate/core/profile/subject/picture-sources.ts'
import { keyOfSubject, subjectOf } from '@palate/core/profile/subject/subject.ts'
import { elementsNow } from './uncommitted.ts'

type Element = Parameters<typeof pictureOf>[0]

/** What the profile says about a picture, with the uncommitted changes. */
export interface Subjects {
  /** The labels of the picture of an exemplar, in its dimension, oldest first. */
  readonly labelsOf: (exemplar: Exemplar) => readonly Exemplar[]
  /** The comparisons that the picture of an exemplar took part in, newest first. */
  readonly comparisonsOf: (exemplar: Exemplar) => readonly Comparison[]
}

/**
 * Compares pictures as the service does: by content where it is known, otherwise by address. The path of a
 * thumbnail contains the hash of the content.
 */
export function subjectsOf(
  profile: Pick<Profile, 'effectiveSnapshot' | 'profileData'>,
  pictures: readonly ProfilePicture[],
  recent: readonly RecentFrame[],
): Subjects {
  const exemplars = elementsNow(profile, 'exemplars')
  const comparisons = elementsNow(profile, 'comparisons')
  const names = namesOf(exemplars as readonly Element[])
  const sidesOf = ({ frameA, frameB }: Comparison) => [frameSourceOf(frameA, names), frameSourceOf(frameB, names)]
  const contents = new Map<string, string>()
  const learn = (source: PictureSource | undefined, thumbnail: string | null | undefined) => {
    if (source && thumbnail != null) contents.set(addressOf(source), thumbnail)
  }
  for (const { id, url, thumbnail } of recent) {
    learn({ frameId: id }, thumbnail)
    if (url !== null) learn({ url }, thumbnail)
  }
  const thumbnails = new Map(pictures.map((one) => [`${one.elementId} ${one.side ?? ''}`, thumbnailOf(one)]))
  for (const exemplar of exemplars) learn(pictureOf(exemplar as Element), thumbnails.get(`${exemplar.id} `))
  for (const comparison of comparisons) {
    const [a, b] = sidesOf(comparison)
    learn(a, thumbnails.get(`${comparison.id} a`))
    learn(b, thumbnails.get(`${comparison.id} b`))
  }

  const identify = (source: PictureSource) => contents.get(addressOf(source)) ?? addressOf(source)
  const aboutOf = (exemplar: Exemplar) => {
    const subject = subjectOf('exemplars', exemplar as Element, names)
    return subject && keyOfSubject(subject, identify)
  }
  const labels = Map.groupBy(exemplars, aboutOf)
  return {
    labelsOf(exemplar) {
      const about = aboutOf(exemplar)
      return about === undefined ? [] : (labels.get(about) ?? [])
    },
    comparisonsOf(exemplar) {
      const subject = subjectOf('exemplars', exemplar as Element, names)
      const [picture] = subject && 'pictures' in subject ? subject.pictures : []
      const own = new Set([
        picture && identify(picture),
        exemplar.id == null ? undefined : identify({ frameId: exemplar.id }),
      ])
      const isThis = (source: PictureSource | undefined) => source !== undefined && own.has(identify(source))
      return comparisons.filter((comparison) => sidesOf(comparison).some(isThis)).toReversed()
    },
  }
}

/** The path that the thumbnail has or will have. */
function thumbnailOf({ contentHash }: ProfilePicture): string | undefined {
  return contentHash && `/v1/thumbnails/${contentHash}`
}
