import type { Features } from '../features/features.ts'
import type { TrainingSet } from '../learning/training-sets/training-set.ts'

/** A labelled picture and the element that labels it. */
export interface LabelledExample extends Pick<Features, 'contentHash' | 'embedding'> {
  readonly elementId: string
}

/** The pictures labelled good, or those labelled bad, in any dimension: each once, newest first. */
export function labelledExamples({ examples, pictures }: TrainingSet, isGood: boolean): readonly LabelledExample[] {
  const labels = [...examples.values()].flatMap((of) => of.labels).filter(({ good }) => good === isGood)
  const byHash = new Map<string, LabelledExample>()
  for (const { picture, elementId } of labels.reverse()) {
    const read = pictures.get(picture)
    if (!read || byHash.has(read.contentHash)) continue
    const { contentHash, embedding } = read
    byHash.set(contentHash, { contentHash, embedding, elementId })
  }
  return [...byHash.values()]
}
