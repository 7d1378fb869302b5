import { Fault } from '@palate/core/fault.ts'
import { createSemaphore, type SemaphoreOptions } from '../work/semaphore.ts'

/** While one request waits for the store, the thread works on another. */
export const requestsAtOnceMax = 2
/** One: while another computes for seconds, an open transaction would keep SQLite's write lock. */
export const heavyRequestsAtOnceMax = 1
/**
 * The limit for requests that wait for pictures and models. An account may hold half of them, fewer if there are
 * others.
 */
export const longRequestsAtOnceMax = 16
/** Per account. */
export const waitingRequestsMax = 100
/** Memory limit for the bodies of all waiting requests. One account may use half of it: five bodies of 25 MB fit. */
export const waitingBytesMax = 288 * 1024 * 1024
/** The same limit for bodies of ordinary size. */
export const lightWaitingBytesMax = 64 * 1024 * 1024

export type RequestQueue = ReturnType<typeof createRequestQueue>

/** For requests with bodies of many megabytes. */
export function createHeavyQueue(): RequestQueue {
  return createRequestQueue({ max: heavyRequestsAtOnceMax }, waitingBytesMax)
}

/** For requests that need little but the store. */
export function createShortQueue(): RequestQueue {
  return createRequestQueue({ max: requestsAtOnceMax }, lightWaitingBytesMax)
}

/** For requests that may wait long for pictures and models. */
export function createLongQueue(): RequestQueue {
  return createRequestQueue({ max: longRequestsAtOnceMax, leavesRoom: true }, lightWaitingBytesMax)
}

/** Orders large requests: accounts take turns by the time their requests take. */
function createRequestQueue(size: SemaphoreOptions, bytesMax: number) {
  const slots = createSemaphore(size)
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
    async enter(accountId: string, bytes: number, signal?: AbortSignal): Promise<() => void> {
      const ofAccount = (waiting.get(accountId) ?? 0) + bytes
      const isFull = waitingBytes + bytes > bytesMax || ofAccount > bytesMax / 2
      if (isFull || slots.waitingOf('realtime', accountId) >= waitingRequestsMax) throw tooMany()
      count(accountId, bytes)
      try {
        return await slots.acquire({ priority: 'realtime', accountId, signal })
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
