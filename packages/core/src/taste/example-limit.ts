import type { Lessons, Unusable } from './teaching.ts'

/** A model's cost grows with the cube of its judgements; past this, the newest teach. */
export const judgementsPerModelMax = 600

/** The newest judgements of each dimension within the limit, and the elements left out. */
export function withinLimit(byDimension: ReadonlyMap<string, Lessons>): {
  readonly lessons: ReadonlyMap<string, Lessons>
  readonly left: readonly Unusable[]
} {
  const cut = [...byDimension].map(([dimension, lessons]) => [dimension, cutLessons(lessons)] as const)
  return {
    lessons: new Map(cut.map(([dimension, { kept }]) => [dimension, kept])),
    left: cut.flatMap(([, { left }]) => left),
  }
}

/** Where both kinds are many each has half of the places; what one does not need the other may take. */
function cutLessons({ labels, comparisons, constraints }: Lessons): { kept: Lessons; left: readonly Unusable[] } {
  const half = judgementsPerModelMax / 2
  const labelCount = Math.min(labels.length, Math.max(half, judgementsPerModelMax - comparisons.length))
  const comparisonCount = Math.min(comparisons.length, judgementsPerModelMax - labelCount)
  const [oldLabels, oldComparisons] = [labels.length - labelCount, comparisons.length - comparisonCount]
  const message = `only the newest ${judgementsPerModelMax} judgements of a dimension teach it`
  const leave = (kind: Unusable['kind'], id: string) => ({ kind, id, code: 'past_limit', message, retryable: false })
  return {
    kept: { labels: labels.slice(oldLabels), comparisons: comparisons.slice(oldComparisons), constraints },
    left: [
      ...labels.slice(0, oldLabels).map(({ elementId }) => leave('exemplars', elementId)),
      ...comparisons.slice(0, oldComparisons).map(({ elementId }) => leave('comparisons', elementId)),
    ],
  }
}
