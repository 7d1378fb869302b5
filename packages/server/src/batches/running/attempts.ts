import { attemptsMax, retryPauseMs } from '@palate/core/batches/retry.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import { WorkerLost } from '../../ports/scoring.ts'
import type { ClaimedFrame } from '../storing/frame-store.ts'
import type { Finished, Postponed } from '../storing/results.ts'

const busyPauseMs = 1000
/** After this many crashed worker threads a picture counts as unreadable. */
export const workersLostMax = 3
const unreadable = {
  code: 'not_an_image',
  message: 'every worker that decoded this picture crashed',
  retryable: false,
}

/** Makes the result (JSON) of an attempt final, or postpones the frame to another attempt. */
export function afterResult(
  frame: ClaimedFrame,
  result: string,
  error: FrameError | undefined,
  nowMs: number,
  chance: number,
): Finished | Postponed {
  const tried = { ...frame, attempts: frame.attempts + 1 }
  const isRetried = error?.retryable === true && tried.attempts < attemptsMax
  if (!isRetried) return { ...tried, kind: 'finished', hasFailed: error !== undefined, result }
  return { ...tried, kind: 'postponed', dueMs: nowMs + retryPauseMs(tried.attempts, chance) }
}

/**
 * Handles an attempt that threw. The service is at fault, so the attempt does not count. But a picture that keeps
 * crashing worker threads must not prevent its batch from ending.
 */
export function afterError(
  frame: ClaimedFrame,
  frameId: string,
  error: unknown,
  nowMs: number,
  chance: number,
): Finished | Postponed {
  const workersLost = frame.workersLost + (error instanceof WorkerLost ? 1 : 0)
  if (workersLost >= workersLostMax) {
    return afterResult(frame, JSON.stringify({ frame_id: frameId, error: unreadable }), unreadable, nowMs, chance)
  }
  return { ...frame, kind: 'returned', workersLost, dueMs: nowMs + busyPauseMs }
}
