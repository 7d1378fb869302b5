import { type Lessons, sourceKey, type Unusable } from './teaching.ts'

/** A model's cost grows with the cube of its pictures; past this, the newest judgements teach. */
export const picturesPerModelMax = 600

/** The lessons of each dimension as far as they stay within the limit, newest first, and the elements left out. */
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

function cutLessons({ labels, comparisons, constraints }: Lessons): { kept: Lessons; left: readonly Unusable[] } {
  const pictures = new Set<string>()
  const admit = (keys: readonly string[]) => {
    const fresh = new Set(keys.filter((key) => !pictures.has(key)))
    if (pictures.size + fresh.size > picturesPerModelMax) return false
    for (const key of fresh) pictures.add(key)
    return true
  }
  // Newest first, and the two kinds in turn, so that neither crowds the other out.
  const keptLabels = new Set<string>()
  const keptComparisons = new Set<string>()
  for (let back = 1; back <= Math.max(labels.length, comparisons.length); back++) {
    const label = labels.at(-back)
    if (back <= labels.length && label && admit([sourceKey(label.picture)])) keptLabels.add(label.elementId)
    const pair = comparisons.at(-back)
    if (back <= comparisons.length && pair && admit([sourceKey(pair.a), sourceKey(pair.b)]))
      keptComparisons.add(pair.elementId)
  }
  const message = `only the newest ${picturesPerModelMax} judged pictures of a dimension teach it`
  const leave = (kind: Unusable['kind'], id: string): Unusable => ({
    kind,
    id,
    code: 'past_limit',
    message,
    retryable: false,
  })
  return {
    kept: {
      labels: labels.filter(({ elementId }) => keptLabels.has(elementId)),
      comparisons: comparisons.filter(({ elementId }) => keptComparisons.has(elementId)),
      constraints,
    },
    left: [
      ...labels
        .filter(({ elementId }) => !keptLabels.has(elementId))
        .map(({ elementId }) => leave('exemplars', elementId)),
      ...comparisons
        .filter(({ elementId }) => !keptComparisons.has(elementId))
        .map(({ elementId }) => leave('comparisons', elementId)),
    ],
  }
}
