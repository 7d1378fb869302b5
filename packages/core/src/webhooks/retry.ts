const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The pause before each retry: ten attempts over about three days. */
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
/** The longest Retry-After that is honoured. */
export const retryAfterMsMax = 24 * hourMs
const jitterShare = 0.1

/** Parses a comma-separated list of milliseconds; throws if it is invalid. */
export function parseRetryPauses(text: string): readonly number[] {
  const pauses = text.split(',').map((part) => part.trim())
  const isValid = (pause: string) => /^[0-9]{1,10}$/.test(pause) && Number(pause) <= retryPauseMsMax
  if (pauses.length > retryPausesMax || !pauses.every(isValid)) throw new Error('not a list of pauses')
  return pauses.map(Number)
}

/**
 * The pause after failed attempt number `attempt` (from 1), with ±10 % jitter so that retries spread out; undefined
 * after the last attempt. `random` is in [0, 1].
 */
export function pauseAfter(
  attempt: number,
  pauses: readonly number[],
  random: number,
  retryAfterMs = 0,
): number | undefined {
  const pause = pauses[attempt - 1]
  if (pause === undefined) return undefined
  const jittered = pause * (1 - jitterShare + 2 * jitterShare * random)
  return Math.max(jittered, Math.min(retryAfterMs, retryAfterMsMax))
}

/** Parses `Retry-After`, which is a number of seconds or an HTTP date; anything else is ignored. */
export function retryAfterMsOf(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * secondMs
  // HTTP dates end in GMT. Date.parse would accept many other texts.
  const dateMs = text.endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs)
}
