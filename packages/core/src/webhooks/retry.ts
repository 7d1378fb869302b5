const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The pauses before each retry: ten attempts over three days. */
export const defaultRetryPausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

export const retryPausesMax = 50
export const retryPauseMsMax = 7 * 24 * hourMs
/** A receiver may ask for patience, but not for more than this. */
export const retryAfterMsMax = 24 * hourMs
const jitterShare = 0.1

/** A comma list of milliseconds, or an error. */
export function parseRetryPauses(text: string): readonly number[] {
  const pauses = text.split(',').map((part) => part.trim())
  const isGood = (pause: string) => /^[0-9]{1,10}$/.test(pause) && Number(pause) <= retryPauseMsMax
  if (pauses.length > retryPausesMax || !pauses.every(isGood)) throw new Error('not a list of pauses')
  return pauses.map(Number)
}

/**
 * How long to wait after the failed attempt of this number (1 for the first), give or take a tenth so that receivers
 * are not met by everything at once; undefined when it was the last. `chance` is from 0 to 1.
 */
export function pauseAfter(
  attempt: number,
  pauses: readonly number[],
  chance: number,
  retryAfterMs = 0,
): number | undefined {
  const pause = pauses[attempt - 1]
  if (pause === undefined) return undefined
  const jittered = pause * (1 - jitterShare + 2 * jitterShare * chance)
  return Math.max(jittered, Math.min(retryAfterMs, retryAfterMsMax))
}

/** `Retry-After`: seconds, or a date. Anything else says nothing. */
export function retryAfterMsOf(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * secondMs
  // A date of HTTP ends in GMT; what Date.parse would make of other words is nobody's wish.
  const dateMs = text.endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs)
}
