import { Fault } from '@palate/core/fault.ts'
import { createSemaphore } from '../work/semaphore.ts'

/** Requests that the thread works on: while one waits for the store, a model or a picture, it works on another. */
export const requestsAtOnceMax = 16
/** Of these, the ones that may not wait long for pictures and models. An account may hold half, fewer if others do. */
export const reservedRequests = 4
/** One: while another computes for seconds, an open transaction would keep SQLite's write lock. */
export const heavyRequestsAtOnceMax = 1
/** Per account. */
export const waitingRequestsMax = 100
/** Memory limit for the bodies of all waiting requests. One account may use half of it: five bodies of 25 MB fit. */
export const waitingBytesMax = 288 * 1024 * 1024

export type RequestQueue = ReturnType<typeof createRequestQueue>

interface QueuedRequest {
  readonly bytes?: number
  /** Its body has many megabytes. */
  readonly isHeavy?: boolean
  /** It may wait for slow hosts, and leaves slots free for requests that need little but the store. */
  readonly mayWaitLong?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Orders large requests: accounts take turns by the time their requests take. */
export function createRequestQueue() {
  const slots = createSemaphore({
    max: requestsAtOnceMax,
    reserved: reservedRequests,
    expensiveMax: heavyRequestsAtOnceMax,
    leavesAsMuchFree: true,
  })
  const waiting = new Map<string, number>()
  let waitingBytes = 0

  function count(accountId: string, bytes: number): void {
    waitingBytes += bytes
    const ofAccount = (waiting.get(accountId) ?? 0) + bytes
    if (ofAccount > 0) waiting.set(accountId, ofAccount)
    else waiting.delete(accountId)
  }

  return {
    /** Waits for the account's turn. Call the returned function when the request is done. */
    async enter(
      accountId: string,
      { bytes = 0, isHeavy = false, mayWaitLong = false, signal }: QueuedRequest,
    ): Promise<() => void> {
      const priority = mayWaitLong ? 'batch' : 'realtime'
      const ofAccount = (waiting.get(accountId) ?? 0) + bytes
      const isFull = waitingBytes + bytes > waitingBytesMax || ofAccount > waitingBytesMax / 2
      if (isFull || slots.waitingOf(priority, accountId) >= waitingRequestsMax) throw tooMany()
      count(accountId, bytes)
      try {
        return await slots.acquire({ priority, accountId, signal }, { isExpensive: isHeavy })
      } finally {
        count(accountId, -bytes)
      }
    },
  }
}

function tooMany(): Fault {
  const headers = { 'retry-after': '2' }
  return new Fault('unavailable', 'too many large requests are waiting; try again', { headers })
}
