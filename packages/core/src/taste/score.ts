/**
 * The probability that the owner would call a picture good: the expected logistic of its utility under the posterior
 * (MacKay's approximation). Uncertainty pulls it towards 0.5.
 */
export function probabilityOf({ mean, variance }: { readonly mean: number; readonly variance: number }): number {
  return 1 / (1 + Math.exp(-mean / Math.sqrt(1 + (Math.PI * variance) / 8)))
}

/** Clamps to [0, 1] and rounds to four decimals, as in responses. */
export function asScore(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
}
