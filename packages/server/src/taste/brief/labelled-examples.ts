import { lastLabels } from '@palate/core/taste/judgements/judged-things.ts'
import type { Features } from '../../pictures/features/features.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** A labelled picture and the element that labels it. */
export interface LabelledExample extends Pick<Features, 'contentHash' | 'embedding'> {
  readonly elementId: string
}

/**
 * The pictures labelled good, or those labelled bad, in any dimension: each once, newest first. In each dimension, the
 * last label of each person counts, and the side that most of them chose. A picture that splits them evenly is no
 * example of either.
 */
export function labelledExamples(
  { examples, pictures }: TrainingSet,
  isGood: boolean,
  /** Only labels by this person count. */
  onlyBy?: string,
): readonly LabelledExample[] {
  const byHash = new Map<string, LabelledExample>()
  for (const { labels } of [...examples.values()].reverse()) {
    const read = labels.flatMap((label) => {
      const picture = pictures.get(label.picture)
      const isCounted = onlyBy === undefined || label.by === onlyBy
      return picture && isCounted ? [{ ...label, picture: picture.contentHash, features: picture }] : []
    })
    const last = new Set(lastLabels(read))
    const newestFirst = Map.groupBy(read.filter((label) => last.has(label)).reverse(), ({ picture }) => picture)
    for (const [contentHash, votes] of newestFirst) {
      const newest = votes.find(({ good }) => good === isGood)
      const isMost = 2 * votes.filter(({ good }) => good === isGood).length > votes.length
      if (!newest || !isMost || byHash.has(contentHash)) continue
      byHash.set(contentHash, { contentHash, embedding: newest.features.embedding, elementId: newest.elementId })
    }
  }
  return [...byHash.values()]
}
