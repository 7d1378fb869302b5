import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { frameSourceOf, namesOf, type PictureSource, pictureOf } from '@palate/core/profile/subject/picture-sources.ts'
import { dimensionOf } from '@palate/core/profile/subject/subject.ts'
import { frameIdOf } from '@palate/core/taste/judgements/bradley-terry.ts'
import type { MadeWith } from '../teaching/upload-picture.ts'

type Element = Readonly<Record<string, unknown>> & { readonly id?: string | null | undefined }

interface Judgements {
  readonly exemplars: readonly Element[]
  readonly comparisons: readonly Element[]
}

/** A picture of the profile, as `GET /v1/profiles/:id/pictures` lists it. */
interface ReadPicture {
  readonly elementId: string
  readonly side?: string | undefined
  readonly judgedAt?: string | undefined
  readonly judgedBy?: { readonly keyId: string; readonly personId?: string | undefined } | undefined
}

/** A frame of the library: no other picture has a prompt. */
export interface TrainingPicture extends MadeWith {
  readonly frameId: string
}

/** Two pictures of one prompt, and which of them was preferred. */
export interface TrainingPair {
  readonly pictures: readonly [TrainingPicture, TrainingPicture]
  readonly prompt: string
  /** 0.5 for a tie. */
  readonly preferred: 0 | 1 | 0.5
  readonly source: 'comparison' | 'labels'
  readonly judgedAt?: string | undefined
  /** The person, or without one the key. */
  readonly judgedBy?: string | undefined
}

/** Why judgements are not in a pair. A pair teaches a model only if both pictures show the same prompt. */
export const leftOutReasons = {
  noPrompt: 'without a prompt',
  otherPrompt: 'of different prompts',
  tie: 'ties',
  alone: 'labelled pictures without one of the other label and the same prompt',
} as const

export type LeftOut = Readonly<Record<keyof typeof leftOutReasons, number>>

/**
 * The judged pairs of a dimension: every comparison, and pairs of a good and a bad picture. Each labelled picture is in
 * at least one pair of its prompt, but not every good one is paired with every bad one: the pairs would outnumber the
 * judgements that they come from.
 */
export function trainingPairs(
  { exemplars, comparisons }: Judgements,
  pictures: readonly ReadPicture[],
  frames: ReadonlyMap<string, MadeWith>,
  { dimension, hasTies }: { readonly dimension: string; readonly hasTies: boolean },
): { readonly pairs: readonly TrainingPair[]; readonly leftOut: LeftOut } {
  const leftOut = { noPrompt: 0, otherPrompt: 0, tie: 0, alone: 0 }
  const read = new Map(pictures.map((picture) => [`${picture.elementId}/${picture.side ?? ''}`, picture]))
  const names = namesOf(exemplars as Parameters<typeof namesOf>[0])
  const isWanted = (element: Element) => dimensionOf(element as never) === dimension
  const pictureOfSource = (source: PictureSource | undefined): TrainingPicture | undefined => {
    const frameId = source && ('url' in source ? frameIdOfUrl(source.url) : source.frameId)
    return frameId === undefined ? undefined : { ...frames.get(frameId), frameId }
  }

  function pairOf({ id, frameA, frameB, winner }: Element): readonly TrainingPair[] {
    const [a, b] = [frameA, frameB].map((frame) => pictureOfSource(frameSourceOf(frame, names)))
    const preferred = winner === frameIdOf(frameA) ? 0 : winner === frameIdOf(frameB) ? 1 : 0.5
    const reason = reasonToLeaveOut(a, b, preferred === 0.5 && !hasTies)
    if (reason) leftOut[reason]++
    if (reason || !a || !b) return []
    const { judgedAt, judgedBy } = read.get(`${id}/a`) ?? {}
    const by = judgedBy?.personId ?? judgedBy?.keyId
    return [{ pictures: [a, b], prompt: a.prompt ?? '', preferred, source: 'comparison', judgedAt, judgedBy: by }]
  }

  const labelled = (label: 'good' | 'bad') =>
    exemplars
      .filter((one) => isWanted(one) && one.label === label)
      .map((one) => pictureOfSource(pictureOf(one as Parameters<typeof pictureOf>[0])))
  const pairs = comparisons.filter(isWanted).flatMap(pairOf)
  const ofLabels = pairsOfLabels(labelled('good'), labelled('bad'), leftOut)
  return { pairs: withoutRepeats([...pairs, ...ofLabels]), leftOut }
}

function reasonToLeaveOut(a: MadeWith | undefined, b: MadeWith | undefined, isUnwantedTie: boolean) {
  if (a?.prompt === undefined || b?.prompt === undefined) return 'noPrompt'
  if (a.prompt !== b.prompt) return 'otherPrompt'
  return isUnwantedTie ? 'tie' : undefined
}

function pairsOfLabels(
  good: readonly (TrainingPicture | undefined)[],
  bad: readonly (TrainingPicture | undefined)[],
  leftOut: Record<keyof LeftOut, number>,
): readonly TrainingPair[] {
  const badOf = Map.groupBy(bad, (picture) => picture?.prompt)
  const goodOf = Map.groupBy(good, (picture) => picture?.prompt)
  return [...new Set([...goodOf.keys(), ...badOf.keys()])].flatMap((prompt) => {
    const [better, worse] = [goodOf.get(prompt) ?? [], badOf.get(prompt) ?? []]
    if (prompt === undefined) leftOut.noPrompt += better.length + worse.length
    else if (better.length === 0 || worse.length === 0) leftOut.alone += better.length + worse.length
    if (prompt === undefined || better.length === 0 || worse.length === 0) return []
    // The shorter list is repeated.
    return Array.from({ length: Math.max(better.length, worse.length) }, (_, i): TrainingPair => {
      const pictures = [better[i % better.length], worse[i % worse.length]] as [TrainingPicture, TrainingPicture]
      return { pictures, prompt, preferred: 0, source: 'labels' }
    })
  })
}

/** A comparison says more about its pair than two labels, so it comes first and counts, whatever its outcome. */
function withoutRepeats(pairs: readonly TrainingPair[]): readonly TrainingPair[] {
  const compared = new Set<string>()
  return pairs.filter(({ pictures, preferred, source }) => {
    const [better, worse] = preferred === 1 ? pictures.toReversed() : pictures
    const [a, b] = [better?.frameId, worse?.frameId]
    const isKnown = compared.has(`${a} ${b}`) || (source === 'labels' && compared.has(`${b} ${a}`))
    compared.add(`${a} ${b}`)
    return a !== b && !isKnown
  })
}
