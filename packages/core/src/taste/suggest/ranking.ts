import type { Beliefs } from './beliefs.ts'

/** Pairs of frames whose order stands for the order of all of them. */
export interface RankedPair {
  readonly a: number
  readonly b: number
  /** How much the probability of ordering the two wrongly falls as the variance of their difference falls, about. */
  readonly weight: number
}

/**
 * Some pairs of frames, each with how uncertain its order is: two frames whose order is known need no more judgements,
 * however uncertain their utilities are.
 */
export function rankedPairs(beliefs: Beliefs, count: number, random: () => number): readonly RankedPair[] {
  const size = beliefs.means.length
  if (size < 2) return []
  return Array.from({ length: count }, () => {
    const a = Math.floor(random() * size)
    const b = (a + 1 + Math.floor(random() * (size - 1))) % size
    return { a, b, weight: weightOf(beliefs, a, b) }
  })
}

function weightOf({ means, covariance: { values } }: Beliefs, a: number, b: number): number {
  const size = means.length
  const at = (i: number, j: number) => values[i * size + j] as number
  const variance = Math.max(at(a, a) + at(b, b) - 2 * at(a, b), 1e-9)
  const difference = (means[a] as number) - (means[b] as number)
  return Math.exp(-(difference ** 2) / (2 * variance)) / variance
}

/** What an answer would do for the order of the frames, given its covariance with each of them. */
export function rankingGain(pairs: readonly RankedPair[], covariances: Float64Array, reduction: number): number {
  let sum = 0
  for (const { a, b, weight } of pairs) {
    const difference = (covariances[a] as number) - (covariances[b] as number)
    sum += weight * difference * difference
  }
  return reduction * sum
}
