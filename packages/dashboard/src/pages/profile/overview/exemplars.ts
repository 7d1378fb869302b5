import type { Constraint, Exemplar, Profile, ProfilePicture } from '@palate/client'
import { personOf } from '@palate/core/profile/subject/subject.ts'
import { pictureAt, wholeAt } from '../../../api/frame-names.ts'
import { elementsNow } from '../uncommitted.ts'

export interface ShownExemplar {
  readonly id: string
  readonly label: 'good' | 'bad'
  /** A path of this service or a data URL; null if nothing can be shown. */
  readonly src: string | null
  /** The same in full size, or as large as the service has it. */
  readonly whole: string | null
  readonly reason: string | undefined
  readonly isUncommitted: boolean
  readonly exemplar: Exemplar
}

/** The labelled pictures of the current branch with the uncommitted changes, newest first. */
export function shownExemplars(profile: Profile, pictures: readonly ProfilePicture[]): readonly ShownExemplar[] {
  const byElement = new Map(pictures.map((picture) => [picture.elementId, picture]))
  const changed = new Set(profile.profileData.workingChanges.exemplars.map(({ id }) => id))
  return elementsNow(profile, 'exemplars')
    .flatMap((exemplar): readonly ShownExemplar[] => {
      const { id, label } = exemplar
      if (id == null || label == null) return []
      const picture = byElement.get(id)
      const src = picture?.thumbnail ?? pictureAt(exemplar.imageData ?? exemplar.url)
      const whole = wholeAt(exemplar.url, src)
      return [{ id, label, src, whole, reason: picture?.reason, isUncommitted: changed.has(id), exemplar }]
    })
    .reverse()
}

export interface LabelledPicture {
  readonly shown: ShownExemplar
  /** The people who gave it this label; empty for the team's own. */
  readonly by: readonly string[]
}

/** One picture for the same label by several people. */
export function labelledPictures(exemplars: readonly ShownExemplar[]): readonly LabelledPicture[] {
  const groups = Map.groupBy(exemplars, ({ id, src, exemplar }) => {
    const isPersons = personOf(exemplar) !== undefined && src !== null
    return isPersons ? [src, exemplar.dimension ?? ''].join(' ') : id
  })
  return [...groups.values()].flatMap((group) => {
    const [shown] = group
    const by = new Set(group.flatMap(({ exemplar }) => personOf(exemplar) ?? []))
    return shown ? [{ shown, by: [...by] }] : []
  })
}

/** The answers of the current branch with the uncommitted changes. */
export function shownConstraints(profile: Profile): readonly Constraint[] {
  return elementsNow(profile, 'constraints')
}
