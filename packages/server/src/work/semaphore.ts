import { createFairQueue, type FairQueue, type QueueItem } from './fair-queue.ts'
import { type Priority, realtime, type WorkContext } from './work-context.ts'

export interface Semaphore {
  /** Waits for free slots. Call the returned function to release them; more calls do nothing. */
  acquire(work?: WorkContext, wanted?: WantedSlots): Promise<() => void>
  resize(size: SemaphoreSize): void
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
   * Part of an account's work, such as a host it fetches from. With `leavesRoom`, groups also leave room for each
   * other.
   */
  readonly group?: string
}

export interface SemaphoreSize {
  readonly max: number
  /** Slots that only real-time work may use. */
  readonly reserved?: number
  /** Slots that expensive work may use. All of them if omitted. */
  readonly expensiveMax?: number
}

export interface SemaphoreOptions extends SemaphoreSize {
  /**
   * How long the reservation lasts after the latest real-time work. Without it, the reservation is permanent. With it,
   * an account that holds slots also leaves the reserved ones free while real-time work of other accounts arrives.
   */
  readonly reservedForMs?: number
  /** During the reservation, a slot that batch work releases cools down for this multiple of the time it was held. */
  readonly cooldownFactor?: number
  /**
   * Whether an account may hold no more slots than it leaves free: half of them if it is alone, a third if there are
   * two such accounts. A newcomer then finds free slots, however long the others hold theirs. The same applies to the
   * groups of an account within its share.
   */
  readonly leavesRoom?: boolean
  /** The number of slots that an account may currently hold. */
  readonly accountMax?: (accountId: string) => number
  /** Called with the waiting time of each piece of work. */
  readonly onStart?: (priority: Priority, waitedMs: number) => void
  readonly now?: () => number
}

interface Waiter extends QueueItem {
  readonly slots: number
  readonly isExpensive: boolean
  readonly group: string | undefined
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}

const priorities = ['realtime', 'batch'] as const

/**
 * A semaphore with two priorities: at most `max` slots are in use, batch work leaves the reserved ones free, and within
 * each priority accounts take turns by the time they hold slots.
 *
 * If slots represent processors, a reserved slot is not enough: work on the others still competes for memory bandwidth
 * and helper threads. So while real-time work arrives, batch slots also cool down. Real-time work may use a slot that
 * is cooling down. Written by hand, because the well-known semaphores have neither turns nor reservations.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { reservedForMs, cooldownFactor = 0, leavesRoom = false, accountMax, onStart } = options
  const now = options.now ?? (() => performance.now())
  let size: Required<SemaphoreSize> = sizeOf(options)
  const queues: Record<Priority, FairQueue<Waiter>> = { realtime: createFairQueue(), batch: createFairQueue() }
  /** Slots in use by account, and by group of an account. */
  const held = new Map<string, number>()
  let running = 0
  let runningExpensive = 0
  let coolingDown = 0
  /** The latest real-time work, and the latest of any other account. */
  let latest = { accountId: '', at: Number.NEGATIVE_INFINITY }
  let latestOfOthers = latest

  function capacityFor(priority: Priority): number {
    if (priority === 'realtime') return size.max
    return isReserved() ? size.max - size.reserved - coolingDown : size.max
  }

  function isReserved(): boolean {
    return reservedForMs === undefined || now() - latest.at < reservedForMs
  }

  function noteRealtime(accountId: string, at: number): void {
    if (latest.accountId !== accountId) latestOfOthers = latest
    latest = { accountId, at }
  }

  function isReservedForOthers(accountId: string): boolean {
    if (reservedForMs === undefined) return false
    const { at } = latest.accountId === accountId ? latestOfOthers : latest
    return now() - at < reservedForMs
  }

  function mayStart({ accountId, group, slots, isExpensive }: Waiter, capacity: number): boolean {
    if (isExpensive && runningExpensive >= size.expensiveMax) return false
    const own = held.get(accountId) ?? 0
    if (own > 0 && accountMax && own + slots > accountMax(accountId)) return false
    const isLimited = own > 0 && isReservedForOthers(accountId)
    const free = Math.min(capacity, isLimited ? size.max - size.reserved : capacity) - running
    // Work that needs more than the maximum gets all slots.
    if (slots > free) return running === 0 && free > 0
    if (!leavesRoom || own === 0) return true
    const room = (free - own) / 2
    const ofGroup = group === undefined ? 0 : (held.get(groupKey(accountId, group)) ?? 0)
    return slots <= (ofGroup === 0 ? room : (room - ofGroup) / 2)
  }

  function countHeld(key: string, change: number): void {
    const count = (held.get(key) ?? 0) + change
    if (count > 0) held.set(key, count)
    else held.delete(key)
  }

  function startWaiting(): void {
    for (const priority of priorities) {
      if (queues[priority].size === 0) continue
      const capacity = capacityFor(priority)
      const next = () => queues[priority].take((waiter) => mayStart(waiter, capacity), now())
      for (let waiter = next(); waiter; waiter = next()) waiter.start()
    }
  }

  function coolDown(ms: number): void {
    coolingDown += 1
    setTimeout(() => {
      coolingDown -= 1
      startWaiting()
    }, ms).unref()
  }

  function take(priority: Priority, waiter: Waiter): () => void {
    const { accountId, group, slots, isExpensive, arrivedAt } = waiter
    const started = now()
    onStart?.(priority, started - arrivedAt)
    const count = (change: 1 | -1) => {
      running += change * slots
      if (isExpensive) runningExpensive += change * slots
      countHeld(accountId, change * slots)
      if (group !== undefined) countHeld(groupKey(accountId, group), change * slots)
    }
    count(1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      count(-1)
      const heldMs = now() - started
      queues[priority].settle(waiter, heldMs)
      if (cooldownFactor > 0 && priority === 'batch' && isReserved()) coolDown(cooldownFactor * heldMs)
      startWaiting()
      if (running === 0) for (const queue of Object.values(queues)) if (queue.size === 0) queue.reset()
    }
  }

  return {
    async acquire({ priority, accountId, signal } = realtime, wanted = {}) {
      const { costMs = 0, isExpensive = false, slots = 1, group } = wanted
      signal?.throwIfAborted()
      const arrivedAt = now()
      if (priority === 'realtime') noteRealtime(accountId, arrivedAt)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const onAbort = () => waiter.reject(signal?.reason)
      const waiter: Waiter = {
        ...{ accountId, costMs, isExpensive, slots, group, arrivedAt },
        lane: `${isExpensive} ${group}`,
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve(take(priority, waiter))
        },
        reject: (reason) => {
          queues[priority].delete(waiter)
          signal?.removeEventListener('abort', onAbort)
          reject(reason)
        },
      }
      signal?.addEventListener('abort', onAbort)
      queues[priority].add(waiter)
      startWaiting()
      return promise
    },
    resize(changed) {
      size = sizeOf(changed)
      startWaiting()
    },
    rejectWaiting(reason) {
      for (const priority of priorities) for (const waiter of [...queues[priority].items()]) waiter.reject(reason)
    },
    get running() {
      return running
    },
    isFull: (priority) => running >= capacityFor(priority),
    waitingOf: (priority, accountId) =>
      accountId === undefined ? queues[priority].size : queues[priority].sizeOf(accountId),
    turnWaitMs: () => queues.realtime.turnWaitMs(now()),
  }
}

function sizeOf({ max, reserved = 0, expensiveMax = max }: SemaphoreSize): Required<SemaphoreSize> {
  return { max, reserved, expensiveMax }
}

function groupKey(accountId: string, group: string): string {
  return `${accountId} ${group}`
}
