import type { ComparisonExample, NamedExamples, Unusable } from './training-examples.ts'

/**
 * Gives pictures with the same content one name, whatever their URLs: judgements of the same bytes are judgements of
 * one picture, and may contradict each other. A comparison of a picture with itself cannot be used.
 */
export function uniteSamePictures(
  byDimension: ReadonlyMap<string, NamedExamples>,
  pictures: ReadonlyMap<string, { readonly contentHash: string }>,
): { readonly examples: ReadonlyMap<string, NamedExamples>; readonly unusable: readonly Unusable[] } {
  const firstNames = new Map<string, string>()
  for (const [name, { contentHash }] of pictures) if (!firstNames.has(contentHash)) firstNames.set(contentHash, name)
  const nameOf = (name: string) => firstNames.get(pictures.get(name)?.contentHash ?? '') ?? name
  const united = [...byDimension].map(([dimension, { labels, comparisons, constraints }]) => {
    const renamed = comparisons.map((one) => ({ ...one, a: nameOf(one.a), b: nameOf(one.b) }))
    return {
      dimension,
      examples: {
        labels: labels.map((label) => ({ ...label, picture: nameOf(label.picture) })),
        comparisons: renamed.filter(({ a, b }) => a !== b),
        constraints,
      },
      unusable: renamed.filter(({ a, b }) => a === b).map(comparesItself),
    }
  })
  return {
    examples: new Map(united.map(({ dimension, examples }) => [dimension, examples])),
    unusable: united.flatMap(({ unusable }) => unusable),
  }
}

function comparesItself({ elementId }: ComparisonExample<string>): Unusable {
  const message = 'the comparison is of a picture with itself, under two URLs'
  return { kind: 'comparisons', id: elementId, code: 'same_frame', message, retryable: false }
}
