import type { Features } from '../../pictures/features/features.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** A labelled picture and the element that labels it. */
export interface LabelledExample extends Pick<Features, 'contentHash' | 'embedding'> {
  readonly elementId: string
}

/**
 * The pictures labelled good, or those labelled bad, in any dimension: each once, newest first. In each dimension, the
 * last label of a picture counts.
 */
export function labelledExamples({ examples, pictures }: TrainingSet, isGood: boolean): readonly LabelledExample[] {
  const byHash = new Map<string, LabelledExample>()
  for (const { labels } of [...examples.values()].reverse()) {
    const labelled = new Set<string>()
    for (const { picture, elementId, good } of labels.toReversed()) {
      const read = pictures.get(picture)
      if (!read || labelled.has(read.contentHash)) continue
      const { contentHash, embedding } = read
      labelled.add(contentHash)
      if (good === isGood && !byHash.has(contentHash)) byHash.set(contentHash, { contentHash, embedding, elementId })
    }
  }
  return [...byHash.values()]
}
