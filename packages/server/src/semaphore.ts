import { type Priority, realtime, type WorkContext } from './work-context.ts'

export interface Semaphore {
  /** Waits for a free slot. Call the returned function to release the slot; further calls do nothing. */
  acquire(work?: WorkContext): Promise<() => void>
  /** Changes the number of slots, and how many of them are reserved for real-time work. */
  resize(max: number, reserved: number): void
  /** Rejects everyone who is waiting. */
  rejectWaiting(reason: Error): void
  readonly running: number
  /** Whether the next `acquire` of this priority would wait. */
  isFull(priority: Priority): boolean
  waitingOf(priority: Priority): number
}

interface Waiter {
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}

export interface SemaphoreOptions {
  readonly max: number
  /** How many slots only real-time work may use. */
  readonly reserved?: number
  /** How long the reservation lasts after the latest real-time work. Without it, the reservation is permanent. */
  readonly reservedForMs?: number
  /** During the reservation, a slot that batch work releases cools down for this multiple of the time it was held. */
  readonly cooldownFactor?: number
  readonly now?: () => number
}

/**
 * A semaphore with two priorities: at most `max` slots are in use, batch work leaves the reserved ones free, and each
 * priority is served in the order of arrival.
 *
 * Where slots stand for processors, a reserved slot alone is not enough: work on the others still competes for memory
 * bandwidth and helper threads. So while real-time work arrives, batch slots also cool down. Real-time work may use a
 * slot that is cooling down. By hand, because the well-known semaphores have neither reservations nor cool-downs.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { reservedForMs, cooldownFactor = 0, now = () => performance.now() } = options
  let { max, reserved = 0 } = options
  const queues: Record<Priority, Set<Waiter>> = { realtime: new Set(), batch: new Set() }
  let running = 0
  let coolingDown = 0
  let realtimeAt = Number.NEGATIVE_INFINITY

  function capacityFor(priority: Priority): number {
    if (priority === 'realtime') return max
    return isReserved() ? max - reserved - coolingDown : max
  }

  function isReserved(): boolean {
    return reservedForMs === undefined || now() - realtimeAt < reservedForMs
  }

  function coolDown(ms: number): void {
    coolingDown += 1
    setTimeout(() => {
      coolingDown -= 1
      startWaiting()
    }, ms).unref()
  }

  function startWaiting(): void {
    for (const priority of ['realtime', 'batch'] as const) {
      if (queues[priority].size === 0) continue
      const capacity = capacityFor(priority)
      for (const waiter of queues[priority]) {
        if (running >= capacity) break
        queues[priority].delete(waiter)
        waiter.start()
      }
    }
  }

  function take(priority: Priority): () => void {
    const started = now()
    running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      running -= 1
      if (cooldownFactor > 0 && priority === 'batch' && isReserved()) coolDown(cooldownFactor * (now() - started))
      startWaiting()
    }
  }

  return {
    async acquire({ priority, signal } = realtime) {
      signal?.throwIfAborted()
      if (priority === 'realtime') realtimeAt = now()
      if (running < capacityFor(priority)) return take(priority)
      return new Promise((resolve, reject) => {
        const onAbort = () => waiter.reject(signal?.reason)
        const waiter: Waiter = {
          start: () => {
            signal?.removeEventListener('abort', onAbort)
            resolve(take(priority))
          },
          reject: (reason) => {
            queues[priority].delete(waiter)
            signal?.removeEventListener('abort', onAbort)
            reject(reason)
          },
        }
        queues[priority].add(waiter)
        signal?.addEventListener('abort', onAbort)
      })
    },
    resize(newMax, newReserved) {
      max = newMax
      reserved = newReserved
      startWaiting()
    },
    rejectWaiting(reason) {
      for (const waiter of [...queues.realtime, ...queues.batch]) waiter.reject(reason)
    },
    get running() {
      return running
    },
    isFull: (priority) => running >= capacityFor(priority),
    waitingOf: (priority) => queues[priority].size,
  }
}
