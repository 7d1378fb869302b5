export const attemptsMax = 3
const firstPauseMs = 500
const growth = 4

/** So often a frame is given back because the service was at fault: with the pauses between, for a quarter of an hour. */
export const returnsMax = 20
const firstReturnPauseMs = 1000
const returnPauseMsMax = 60_000

/**
 * How long to wait before the next attempt at a frame, after so many: half a second, then two, each half as long or
 * one and a half times as long as `chance` (in [0, 1)) says, so that the frames of one host do not come back together.
 */
export function retryPauseMs(attempts: number, chance: number): number {
  return firstPauseMs * growth ** (attempts - 1) * (0.5 + chance)
}

/** How long a frame waits that was given back so many times: a second at first, then twice as long, a minute at most. */
export function returnPauseMs(returns: number): number {
  return Math.min(returnPauseMsMax, firstReturnPauseMs * 2 ** (returns - 1))
}
