import type { TrainingExamples, Unusable } from './training-examples.ts'

/** The cost of a fit grows with the cube of the number of judgements, so a model uses only the newest. */
export const judgementsPerModelMax = 600

/** The newest judgements of each dimension within the limit, and the elements that were left out. */
export function limitExamples(byDimension: ReadonlyMap<string, TrainingExamples>): {
  readonly examples: ReadonlyMap<string, TrainingExamples>
  readonly dropped: readonly Unusable[]
} {
  const limited = [...byDimension].map(([dimension, examples]) => [dimension, keepNewest(examples)] as const)
  return {
    examples: new Map(limited.map(([dimension, { kept }]) => [dimension, kept])),
    dropped: limited.flatMap(([, { dropped }]) => dropped),
  }
}

/** Labels and comparisons get half of the limit each; what one kind does not use goes to the other. */
export function keepNewest<Picture>({ labels, comparisons, constraints }: TrainingExamples<Picture>): {
  readonly kept: TrainingExamples<Picture>
  readonly dropped: readonly Unusable[]
} {
  const half = judgementsPerModelMax / 2
  const labelCount = Math.min(labels.length, Math.max(half, judgementsPerModelMax - comparisons.length))
  const comparisonCount = Math.min(comparisons.length, judgementsPerModelMax - labelCount)
  const [oldLabels, oldComparisons] = [labels.length - labelCount, comparisons.length - comparisonCount]
  const message = `only the newest ${judgementsPerModelMax} judgements of a dimension teach it`
  const drop = (kind: Unusable['kind'], id: string) => ({ kind, id, code: 'past_limit', message, retryable: false })
  return {
    kept: { labels: labels.slice(oldLabels), comparisons: comparisons.slice(oldComparisons), constraints },
    dropped: [
      ...labels.slice(0, oldLabels).map(({ elementId }) => drop('exemplars', elementId)),
      ...comparisons.slice(0, oldComparisons).map(({ elementId }) => drop('comparisons', elementId)),
    ],
  }
}
