/**
 * The probability that the owner would call a picture good: the expected logistic of its utility under the posterior
 * (MacKay's approximation). Uncertainty pulls it towards 0.5.
 */
export function probabilityOf({ mean, variance }: { readonly mean: number; readonly variance: number }): number {
  return 1 / (1 + Math.exp(-mean / Math.sqrt(1 + (Math.PI * variance) / 8)))
}

/**
 * Mean and variance of the logistic of an uncertain utility. With the mean m(μ) of `probabilityOf`, the expected slope of
 * the logistic is m′(μ), and its square is itself minus its slope.
 */
export function probabilityMoments(utility: { readonly mean: number; readonly variance: number }) {
  const mean = probabilityOf(utility)
  const slope = 1 / Math.sqrt(1 + (Math.PI * utility.variance) / 8)
  return { mean, variance: mean * (1 - mean) * (1 - slope) }
}

/** Clamps to [0, 1] and rounds to four decimals, as in responses. */
export function asScore(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
}
