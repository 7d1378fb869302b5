import { Fault } from '@palate/core/fault.ts'
import { createSemaphore } from './semaphore.ts'
import type { WorkContext } from './work-context.ts'

interface ByteRoomOptions {
  readonly bytesMax: number
  /** Requests of an account that may wait. */
  readonly waitingMax: number
  /** What waits, for the refusal of more. */
  readonly what: string
  /** A full queue drains in about this time. */
  readonly retryAfterSeconds: number
}

/** Memory or disk space for bodies that are received. An account uses at most as much as it leaves free. */
export function createByteRoom({ bytesMax, waitingMax, what, retryAfterSeconds }: ByteRoomOptions) {
  const room = createSemaphore({ max: bytesMax, leavesAsMuchFree: true })
  /** Waits for room. The body is not read meanwhile. Call the returned function once the bytes are gone. */
  return async function reserve(bytes: number, work: WorkContext): Promise<() => void> {
    if (room.waitingOf(work.priority, work.accountId) >= waitingMax) {
      throw new Fault('unavailable', `this account has too many ${what} waiting; try again later`, {
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    }
    return room.acquire(work, { slots: bytes })
  }
}
