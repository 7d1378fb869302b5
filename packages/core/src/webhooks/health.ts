const secondMs = 1000
const dayMs = 24 * 3600 * secondMs

/** The circuit opens after this many consecutive failures: attempts are then made one at a time, with pauses. */
export const circuitFailuresMax = 5
export const circuitPauseMsMin = 50
export const circuitPauseMsMax = 5 * secondMs
/** The circuit of an account opens after this many consecutive failures of all its webhooks together. */
export const accountCircuitFailuresMax = 20
export const accountPauseMsMax = secondMs
/** A webhook is disabled after failing for this long without a success. */
export const failingMsMax = 5 * dayMs
/**
 * A longer gap between two failures starts a new series, because nothing was tried in between. The longest pause of
 * the default schedule is shorter.
 */
export const failureGapMsMax = 2 * dayMs
/** Retry-After pauses the whole webhook for at most this long. */
export const restMsMax = 5 * 60 * secondMs

/**
 * The recent delivery record of a webhook.
 *
 * Healthy (no consecutive failures) → failing (one to four) → circuit open (five or more). A success makes it healthy
 * again. After five days of failures it is disabled.
 */
export interface Health {
  readonly failuresInRow: number
  readonly failingSince: string | null
  readonly lastFailureAt: string | null
  /** No attempt is made before this time. */
  readonly restsUntil: string | null
}

export const healthy: Health = { failuresInRow: 0, failingSince: null, lastFailureAt: null, restsUntil: null }

export function isCircuitOpen({ failuresInRow }: Pick<Health, 'failuresInRow'>): boolean {
  return failuresInRow >= circuitFailuresMax
}

/** The health after a failed attempt. An open circuit never pauses longer than the first pause of the schedule. */
export function afterFailure(health: Health, now: string, firstRetryMs: number, retryAfterMs = 0): Health {
  const nowMs = Date.parse(now)
  const { lastFailureAt, failingSince } = health
  const isSameSeries = lastFailureAt !== null && nowMs - Date.parse(lastFailureAt) <= failureGapMsMax
  const failuresInRow = isSameSeries ? health.failuresInRow + 1 : 1
  const restMs = Math.max(circuitPauseMs(failuresInRow, firstRetryMs), Math.min(retryAfterMs, restMsMax))
  return {
    failuresInRow,
    failingSince: isSameSeries ? (failingSince ?? now) : now,
    lastFailureAt: now,
    restsUntil: restMs > 0 ? new Date(nowMs + restMs).toISOString() : null,
  }
}

/** The pause between attempts of an account whose circuit is open to webhooks that failed last. */
export function accountPauseMs(failuresInRow: number, firstRetryMs: number): number {
  const beyond = failuresInRow - accountCircuitFailuresMax
  if (beyond < 0) return 0
  const exponential = circuitPauseMsMin * 2 ** Math.min(Math.floor(beyond / accountCircuitFailuresMax), 20)
  return Math.min(exponential, Math.max(firstRetryMs, circuitPauseMsMin), accountPauseMsMax)
}

export function hasFailedTooLong({ failingSince, lastFailureAt }: Health): boolean {
  if (failingSince === null || lastFailureAt === null) return false
  return Date.parse(lastFailureAt) - Date.parse(failingSince) >= failingMsMax
}

function circuitPauseMs(failuresInRow: number, firstRetryMs: number): number {
  if (failuresInRow < circuitFailuresMax) return 0
  const exponential = circuitPauseMsMin * 2 ** Math.min(failuresInRow - circuitFailuresMax, 20)
  return Math.min(exponential, Math.max(firstRetryMs, circuitPauseMsMin), circuitPauseMsMax)
}
