import type { Taste } from './preference.ts'

/**
 * The probability that the owner would call a picture good: the logistic of its utility, averaged over the doubt
 * about that utility (MacKay's approximation), so that what is not known stays near one half.
 */
export function probabilityOf({ mean, variance }: Pick<Taste, 'mean' | 'variance'>): number {
  return 1 / (1 + Math.exp(-mean / Math.sqrt(1 + (Math.PI * variance) / 8)))
}

/** As scores are handed out: in [0, 1], four decimals. */
export function scoreOf(taste: Pick<Taste, 'mean' | 'variance'>): number {
  return Math.round(probabilityOf(taste) * 10_000) / 10_000
}
