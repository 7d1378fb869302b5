import { frameSourceOf, namesOf, type PictureSource, pictureOf } from '@palate/core/profile/subject/picture-sources.ts'
import { dimensionOf } from '@palate/core/profile/subject/subject.ts'
import { frameIdOf } from '@palate/core/taste/judgements/bradley-terry.ts'

type Element = Readonly<Record<string, unknown>> & { readonly id?: string | null | undefined }

interface Judgements {
  readonly exemplars: readonly Element[]
  readonly comparisons: readonly Element[]
}

/** A picture of the profile, as `GET /v1/profiles/:id/pictures` lists it. */
interface ReadPicture {
  readonly elementId: string
  readonly side?: string | undefined
  readonly contentHash?: string | undefined
}

export interface TrainingPicture {
  readonly source: PictureSource
  /** The content that was judged, if the service has read it. */
  readonly contentHash?: string | undefined
}

/** Someone preferred one picture to the other. */
export interface TrainingPair {
  readonly chosen: TrainingPicture
  readonly rejected: TrainingPicture
  readonly source: 'comparison' | 'labels'
}

/**
 * The pairs of a dimension: every comparison with a winner, and pairs of labelled pictures. Each good and each bad
 * picture is in at least one pair, but not every good one is paired with every bad one: the pairs would outnumber the
 * judgements that they come from.
 */
export function trainingPairs(
  { exemplars, comparisons }: Judgements,
  pictures: readonly ReadPicture[],
  dimension: string,
): readonly TrainingPair[] {
  const hashes = new Map(pictures.map(({ elementId, side = '', contentHash }) => [`${elementId}/${side}`, contentHash]))
  const names = namesOf(exemplars as Parameters<typeof namesOf>[0])
  const isWanted = (element: Element) => dimensionOf(element as never) === dimension
  const compared = comparisons.filter(isWanted).flatMap((comparison): readonly TrainingPair[] => {
    const { id, frameA, frameB, winner } = comparison
    const [a, b] = [frameA, frameB].map((frame, i) => {
      const source = frameSourceOf(frame, names)
      return source && { source, contentHash: hashes.get(`${id}/${i === 0 ? 'a' : 'b'}`) }
    })
    if (!a || !b) return []
    if (winner === frameIdOf(frameA)) return [{ chosen: a, rejected: b, source: 'comparison' }]
    return winner === frameIdOf(frameB) ? [{ chosen: b, rejected: a, source: 'comparison' }] : []
  })
  const labelled = (label: 'good' | 'bad') =>
    exemplars
      .filter((one) => isWanted(one) && one.label === label)
      .flatMap((exemplar): readonly TrainingPicture[] => {
        const source = pictureOf(exemplar as Parameters<typeof pictureOf>[0])
        return source ? [{ source, contentHash: hashes.get(`${exemplar.id}/`) }] : []
      })
  return withoutRepeats([...compared, ...pairsOfLabels(labelled('good'), labelled('bad'))])
}

/** The shorter list is repeated. */
function pairsOfLabels(good: readonly TrainingPicture[], bad: readonly TrainingPicture[]): readonly TrainingPair[] {
  if (good.length === 0 || bad.length === 0) return []
  return Array.from({ length: Math.max(good.length, bad.length) }, (_, i) => ({
    chosen: good[i % good.length] as TrainingPicture,
    rejected: bad[i % bad.length] as TrainingPicture,
    source: 'labels',
  }))
}

/** A comparison says more about its pair than two labels, so it comes first and counts, whatever its outcome. */
function withoutRepeats(pairs: readonly TrainingPair[]): readonly TrainingPair[] {
  const compared = new Set<string>()
  return pairs.filter(({ chosen, rejected, source }) => {
    const [a, b] = [nameOf(chosen), nameOf(rejected)]
    const isKnown = compared.has(`${a} ${b}`) || (source === 'labels' && compared.has(`${b} ${a}`))
    compared.add(`${a} ${b}`)
    return a !== b && !isKnown
  })
}

/** Equal for pictures that are known to be the same. */
export function nameOf({ contentHash, source }: TrainingPicture): string {
  return contentHash ?? ('url' in source ? source.url : `frame:${source.frameId}`)
}
