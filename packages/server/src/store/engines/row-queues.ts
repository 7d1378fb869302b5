import { createSemaphore, type Semaphore } from '../../work/semaphore.ts'
import { realtime } from '../../work/work-context.ts'
import { StoreUnavailableError } from '../store.ts'

/** How long a write waits for its turn, here and in other processes, before it is refused. */
export const turnWaitMsMax = 15_000

export type RowQueues = ReturnType<typeof createRowQueues>

/**
 * Lets the writes of this process to one row through one after the other. The row's lock would do the same, but whoever
 * waits for it has a connection in use, and those who wait for one row could take them all.
 */
export function createRowQueues() {
  const queues = new Map<string, Semaphore>()
  return async function takeTurn(row: string): Promise<() => void> {
    const queue = queues.get(row) ?? createSemaphore({ max: 1 })
    queues.set(row, queue)
    const release = await acquireWithin(queue, turnWaitMsMax)
    return () => {
      release()
      if (queue.running === 0) queues.delete(row)
    }
  }
}

/** Waits for a slot, but not for ever. */
export async function acquireWithin(semaphore: Semaphore, ms: number): Promise<() => void> {
  if (!semaphore.isFull('realtime')) return semaphore.acquire()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new StoreUnavailableError('locked', 'other writes took too long')), ms)
  return semaphore.acquire({ ...realtime, signal: waiting.signal }).finally(() => clearTimeout(timer))
}
