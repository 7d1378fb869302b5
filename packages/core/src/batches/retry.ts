export const attemptsMax = 3
const firstPauseMs = 500
const growth = 4

/**
 * The pause before the next attempt at a frame: 0.5 s after the first attempt and 2 s after the second, with ±50 %
 * jitter so that the frames of one host are not all retried at once. `random` is in [0, 1).
 */
export function retryPauseMs(attempts: number, random: number): number {
  return firstPauseMs * growth ** (attempts - 1) * (0.5 + random)
}

const storePauseMsMax = 60_000

/**
 * The pause after the nth consecutive failure to store a batch: 0.5 s, doubled each time up to a minute, with ±50 %
 * jitter so that processes do not all retry at once. `random` is in [0, 1).
 */
export function storePauseMs(failures: number, random: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), storePauseMsMax) * (0.5 + random)
}
