const secondMs = 1000
const dayMs = 24 * 3600 * secondMs

/** So many failures in a row open the circuit: from then on attempts come one at a time, with pauses between. */
export const circuitFailuresMax = 5
export const circuitPauseMsMin = 50
export const circuitPauseMsMax = 5 * secondMs
/** Who fails for so long, with no success in between, is disabled. */
export const failingMsMax = 5 * dayMs
/** Failures further apart are not one failing: nothing was tried in between. The longest pause of the schedule is shorter. */
export const failureGapMsMax = 2 * dayMs
/** Whoever answers with Retry-After is left alone so long at most; after that one attempt at a time finds out. */
export const restMsMax = 5 * 60 * secondMs

/**
 * How a webhook has been doing.
 *
 * Healthy (no failures in a row) → shaky (some) → open circuit (five and more). A success leads back to healthy from
 * anywhere. Failures that go on for five days end in disabling.
 */
export interface Health {
  readonly failuresInRow: number
  readonly failingSince: string | null
  readonly lastFailureAt: string | null
  /** Nothing is tried before this moment. */
  readonly restsUntil: string | null
}

export const healthy: Health = { failuresInRow: 0, failingSince: null, lastFailureAt: null, restsUntil: null }

export function isCircuitOpen({ failuresInRow }: Pick<Health, 'failuresInRow'>): boolean {
  return failuresInRow >= circuitFailuresMax
}

/** The health after a failed attempt. A schedule with short pauses must not wait long for a circuit either. */
export function afterFailure(health: Health, now: string, firstRetryMs: number, retryAfterMs = 0): Health {
  const nowMs = Date.parse(now)
  const { lastFailureAt, failingSince } = health
  const isSameFailing = lastFailureAt !== null && nowMs - Date.parse(lastFailureAt) <= failureGapMsMax
  const failuresInRow = isSameFailing ? health.failuresInRow + 1 : 1
  const restMs = Math.max(circuitPauseMs(failuresInRow, firstRetryMs), Math.min(retryAfterMs, restMsMax))
  return {
    failuresInRow,
    failingSince: isSameFailing ? (failingSince ?? now) : now,
    lastFailureAt: now,
    restsUntil: restMs > 0 ? new Date(nowMs + restMs).toISOString() : null,
  }
}

/** Has it failed for too long? */
export function isPastHope({ failingSince, lastFailureAt }: Health): boolean {
  if (failingSince === null || lastFailureAt === null) return false
  return Date.parse(lastFailureAt) - Date.parse(failingSince) >= failingMsMax
}

function circuitPauseMs(failuresInRow: number, firstRetryMs: number): number {
  if (failuresInRow < circuitFailuresMax) return 0
  const growing = circuitPauseMsMin * 2 ** Math.min(failuresInRow - circuitFailuresMax, 20)
  return Math.min(growing, Math.max(firstRetryMs, circuitPauseMsMin), circuitPauseMsMax)
}
