export const attemptsMax = 3
const firstPauseMs = 500
const growth = 4

/**
 * How long to wait before the next attempt at a frame, after so many: half a second, then two, each half as long or
 * one and a half times as long as `chance` (in [0, 1)) says, so that the frames of one host do not come back together.
 */
export function retryPauseMs(attempts: number, chance: number): number {
  return firstPauseMs * growth ** (attempts - 1) * (0.5 + chance)
}
