import type { Beliefs } from './beliefs.ts'

/** Two frames whose order represents the order of all frames. */
interface RankedPair {
  readonly a: number
  readonly b: number
  /** Approximately how much the probability of ordering the two wrongly falls with the variance of their difference. */
  readonly weight: number
}

export interface Ranking {
  readonly pairs: readonly RankedPair[]
  /** The weighted sum of the variances of their differences. */
  readonly uncertainty: number
}

/**
 * Some pairs of frames, each with how uncertain its order is: two frames whose order is known need no more judgements,
 * however uncertain their utilities are.
 */
export function rankingOf(beliefs: Beliefs, count: number, random: () => number): Ranking {
  const size = beliefs.means.length
  if (size < 2) return { pairs: [], uncertainty: 0 }
  let uncertainty = 0
  const pairs = Array.from({ length: count }, () => {
    const a = Math.floor(random() * size)
    const b = (a + 1 + Math.floor(random() * (size - 1))) % size
    const variance = varianceOf(beliefs, a, b)
    const difference = (beliefs.means[a] as number) - (beliefs.means[b] as number)
    const weight = Math.exp(-(difference ** 2) / (2 * variance)) / variance
    uncertainty += weight * variance
    return { a, b, weight }
  })
  return { pairs, uncertainty }
}

function varianceOf({ covariance: { columns, values } }: Beliefs, a: number, b: number): number {
  const at = (i: number, j: number) => values[i * columns + j] as number
  return Math.max(at(a, a) + at(b, b) - 2 * at(a, b), 1e-9)
}

/** The share of the uncertainty that an answer would remove, given its covariance with each frame. */
export function shareRemoved({ pairs, uncertainty }: Ranking, covariances: Float64Array, reduction: number): number {
  let sum = 0
  for (const { a, b, weight } of pairs) {
    const difference = (covariances[a] as number) - (covariances[b] as number)
    sum += weight * difference * difference
  }
  return uncertainty === 0 ? 0 : (reduction * sum) / uncertainty
}
