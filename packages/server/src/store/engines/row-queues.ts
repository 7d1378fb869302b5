import { createSemaphore, type Semaphore } from '../../work/semaphore.ts'
import { realtime } from '../../work/work-context.ts'
import { StoreUnavailableError } from '../store.ts'

/** How long a write waits for its turn, in this process and others, before it is refused. */
export const turnWaitMsMax = 15_000

export type RowQueues = ReturnType<typeof createRowQueues>

/**
 * Queues this process's writes to the same row. The row's lock would do the same, but each waiting write would use a
 * connection, and waits for one row could use them all.
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

/** Waits for a slot, but only for a limited time. */
export async function acquireWithin(semaphore: Semaphore, ms: number): Promise<() => void> {
  if (!semaphore.isFull('realtime')) return semaphore.acquire()
  const waiting = new AbortController()
  const timer = setTimeout(
    () => waiting.abort(new StoreUnavailableError('locked', 'concurrent writes took too long')),
    ms,
  )
  return semaphore.acquire({ ...realtime, signal: waiting.signal }).finally(() => clearTimeout(timer))
}
