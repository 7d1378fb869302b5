/** A labelled picture in the space of its embedding. */
export interface ExamplePoint {
  readonly good: boolean
  readonly embedding: Float32Array
}

/** The examples most similar to a picture, most similar first. */
export function nearestExamples<Example extends ExamplePoint>(
  examples: readonly Example[],
  embedding: Float32Array,
  count: number,
): readonly Example[] {
  return examples
    .map((example) => ({ example, similarity: cosine(example.embedding, embedding) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, count)
    .map(({ example }) => example)
}

/** Examples that resemble most of their side, good and bad ones in turn. */
export function typicalExamples<Example extends ExamplePoint>(
  examples: readonly Example[],
  count: number,
): readonly Example[] {
  const [good, bad] = [true, false].map((side) => {
    const own = examples.filter((example) => example.good === side)
    return nearestExamples(own, centreOf(own), count)
  }) as [readonly Example[], readonly Example[]]
  const inTurn = Array.from({ length: count }, (_, i) => [good[i], bad[i]]).flat()
  return inTurn.filter((example) => example !== undefined).slice(0, count)
}

/** The sum of the unit vectors. Its length does not matter. */
function centreOf(examples: readonly ExamplePoint[]): Float32Array {
  const centre = new Float32Array(examples[0]?.embedding.length ?? 0)
  for (const { embedding } of examples) {
    const length = Math.sqrt(embedding.reduce((sum, x) => sum + x * x, 0)) || 1
    for (let i = 0; i < centre.length; i++) centre[i] = (centre[i] as number) + (embedding[i] as number) / length
  }
  return centre
}

/** From -1 to 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return product / Math.sqrt(ofA * ofB || 1)
}
