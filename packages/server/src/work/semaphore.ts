import { createFairQueue, type FairQueue, type QueueItem } from './fair-queue.ts'
import { createSlots, type SlotCounts, type SlotOptions, type SlotRequest } from './slots.ts'
import { type Priority, realtime, type WorkContext } from './work-context.ts'

export interface Semaphore {
  /** Waits for free slots. Call the returned function to release them; more calls do nothing. */
  acquire(work?: WorkContext, wanted?: WantedSlots): Promise<() => void>
  resize(counts: SlotCounts): void
  /** Rejects all waiting calls. */
  rejectWaiting(reason: Error): void
  /** Number of slots in use. */
  readonly running: number
  /** Whether the next `acquire` of this priority would wait. */
  isFull(priority: Priority): boolean
  /** Number of waiting calls, of all accounts or of one. */
  waitingOf(priority: Priority, accountId?: string): number
  /** The longest time that an account with waiting real-time work has been without a turn. */
  turnWaitMs(): number
}

export interface WantedSlots {
  /** How long the slots are expected to be held. The actual time replaces it afterwards. */
  readonly costMs?: number
  /** Expensive work uses at most `expensiveMax` slots. */
  readonly isExpensive?: boolean
  readonly slots?: number
  /**
   * Part of an account's work, such as a host it fetches from. With `leavesAsMuchFree`, groups also leave room for each
   * other.
   */
  readonly group?: string | undefined
}

export interface SemaphoreOptions extends SlotOptions {
  /** Whether work that needs few slots may start before work that waits for many. */
  readonly mayOvertake?: boolean
  /** Called with the waiting time of each piece of work. */
  readonly onStart?: (priority: Priority, waitedMs: number) => void
  readonly now?: () => number
}

interface Waiter extends QueueItem, SlotRequest {
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}

const priorities = ['realtime', 'spare', 'batch'] as const

/**
 * A semaphore with three priorities: at most `max` slots are in use, batch work leaves the reserved ones free, and within
 * each priority accounts take turns by the time they hold slots. Written by hand, because the well-known semaphores
 * have neither turns nor reservations.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { onStart, mayOvertake, now = () => performance.now() } = options
  const queues: Record<Priority, FairQueue<Waiter>> = {
    realtime: createFairQueue(mayOvertake),
    spare: createFairQueue(mayOvertake),
    batch: createFairQueue(mayOvertake),
  }
  const slots = createSlots(options, now, startWaiting)

  function startWaiting(): void {
    for (const priority of priorities) {
      if (queues[priority].size === 0) continue
      const capacity = slots.capacityFor(priority)
      if (slots.inUse >= capacity) continue
      const next = () => queues[priority].take((waiter) => slots.mayTake(waiter, capacity), now())
      for (let waiter = next(); waiter; waiter = next()) waiter.start()
    }
  }

  function take(priority: Priority, waiter: Waiter): () => void {
    const started = now()
    onStart?.(priority, started - waiter.arrivedAt)
    slots.take(waiter)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const heldMs = now() - started
      slots.release(waiter, priority, heldMs)
      queues[priority].settle(waiter, heldMs)
      startWaiting()
      if (slots.inUse === 0) for (const queue of Object.values(queues)) if (queue.size === 0) queue.reset()
    }
  }

  return {
    async acquire({ priority, accountId, signal } = realtime, wanted = {}) {
      signal?.throwIfAborted()
      const arrivedAt = now()
      if (priority === 'realtime') slots.noteRealtime(accountId, arrivedAt)
      const { costMs = 0, isExpensive = false, slots: count = 1, group } = wanted
      const lane = `${isExpensive} ${group}`
      const item = { accountId, costMs, isExpensive, slots: count, group, arrivedAt, lane }
      const release = wait(queues[priority], item, signal, (waiter) => take(priority, waiter))
      startWaiting()
      return release
    },
    resize(counts) {
      slots.resize(counts)
      startWaiting()
    },
    rejectWaiting(reason) {
      for (const priority of priorities) for (const waiter of [...queues[priority].items()]) waiter.reject(reason)
    },
    get running() {
      return slots.inUse
    },
    isFull: (priority) => slots.inUse >= slots.capacityFor(priority),
    waitingOf: (priority, accountId) =>
      accountId === undefined ? queues[priority].size : queues[priority].sizeOf(accountId),
    turnWaitMs: () => queues.realtime.turnWaitMs(now()),
  }
}

/** Queues an item until its turn, or until its client leaves. */
function wait(
  queue: FairQueue<Waiter>,
  item: Omit<Waiter, 'start' | 'reject'>,
  signal: AbortSignal | undefined,
  take: (waiter: Waiter) => () => void,
): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>()
  const onAbort = () => waiter.reject(signal?.reason)
  const waiter: Waiter = {
    ...item,
    start() {
      signal?.removeEventListener('abort', onAbort)
      resolve(take(waiter))
    },
    reject(reason) {
      queue.delete(waiter)
      signal?.removeEventListener('abort', onAbort)
      reject(reason)
    },
  }
  signal?.addEventListener('abort', onAbort)
  queue.add(waiter)
  return promise
}
