import type { Taste } from './preference.ts'

/**
 * The probability that the owner would call a picture good: the logistic of its utility, averaged over the doubt
 * about that utility (MacKay's approximation), so that what is not known stays near one half.
 */
export function probabilityOf({ mean, variance }: Pick<Taste, 'mean' | 'variance'>): number {
  return 1 / (1 + Math.exp(-mean / Math.sqrt(1 + (Math.PI * variance) / 8)))
}

/** As numbers are handed out: four decimals, and never outside [0, 1]. */
export function asScore(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
}
