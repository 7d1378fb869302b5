/** The time grows with the square of the pictures, so of many only some are considered, from the first to the last. */
const consideredMax = 80

/**
 * The indexes of the pictures that stand for all of them best, the most representative first: each covers those that are
 * like it, and one more is worth what it covers better than those before (greedy facility location). So the first is
 * typical, and the next show what it does not.
 */
export function representativesOf(embeddings: readonly Float32Array[], max: number): readonly number[] {
  const step = Math.max(1, embeddings.length / consideredMax)
  const considered = Array.from({ length: Math.min(embeddings.length, consideredMax) }, (_, i) => Math.floor(i * step))
  const likeness = likenessOf(considered.map((i) => embeddings[i] as Float32Array))
  const covered = new Float64Array(considered.length).fill(-1)
  const left = new Set(considered.keys())
  const chosen: number[] = []
  while (chosen.length < max && left.size > 0) {
    const best = mostCovering(likeness, covered, left)
    left.delete(best)
    chosen.push(considered[best] as number)
    for (const j of covered.keys()) covered[j] = Math.max(covered[j] as number, likeness[best]?.[j] as number)
  }
  return chosen
}

function mostCovering(likeness: readonly Float64Array[], covered: Float64Array, left: ReadonlySet<number>): number {
  const gainOf = (i: number) =>
    covered.reduce((gain, before, j) => gain + Math.max(0, (likeness[i]?.[j] as number) - before), 0)
  const gains = [...left].map((i) => ({ i, gain: gainOf(i) }))
  return gains.reduce((best, one) => (one.gain > best.gain ? one : best)).i
}

/** The cosines of the angles between all pairs. */
function likenessOf(embeddings: readonly Float32Array[]): readonly Float64Array[] {
  const lengths = embeddings.map((one) => Math.sqrt(dot(one, one)) || 1)
  return embeddings.map((one, i) =>
    Float64Array.from(embeddings, (other, j) => dot(one, other) / ((lengths[i] as number) * (lengths[j] as number))),
  )
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}
