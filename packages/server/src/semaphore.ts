/** A person waits for real-time work; a batch can wait behind it. */
export type Priority = 'realtime' | 'batch'

export interface Slots {
  /** Waits for a free slot; call what it gives, once, to hand the slot back. */
  acquire(priority?: Priority, signal?: AbortSignal): Promise<() => void>
  /** From now on there are so many, of which so many are for real-time work alone. */
  resize(max: number, reserved: number): void
  /** Sends away all who wait. */
  refuseWaiting(reason: Error): void
  readonly running: number
  /** Would the next one have to wait? */
  isFull(priority: Priority): boolean
  waitingOf(priority: Priority): number
}

interface Waiter {
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

export interface SlotsOptions {
  readonly max: number
  /** So many are for real-time work alone. */
  readonly reserved?: number
  /** For so long after the last real-time work; always where it is not given. */
  readonly reservedForMs?: number
  /** Meanwhile a slot that batch work has left rests so many times as long as that work took. */
  readonly restFactor?: number
  readonly now?: () => number
}

/**
 * At most `max` run at once, of batch work so many that the reserved slots stay free. First come, first served.
 * Where slots stand for processors, reserving one is not all: what runs on the others takes its memory and its helpers.
 * So batch work also rests while real-time work comes; real-time work may use a resting slot.
 */
export function createSlots(options: SlotsOptions): Slots {
  const { reservedForMs, restFactor = 0, now = () => performance.now() } = options
  let { max, reserved = 0 } = options
  const queues: Record<Priority, Set<Waiter>> = { realtime: new Set(), batch: new Set() }
  let running = 0
  let resting = 0
  let realtimeAt = Number.NEGATIVE_INFINITY

  function placesOf(priority: Priority): number {
    if (priority === 'realtime') return max
    return isReserved() ? max - reserved - resting : max
  }

  function isReserved(): boolean {
    return reservedForMs === undefined || now() - realtimeAt < reservedForMs
  }

  function rest(ms: number): void {
    resting += 1
    setTimeout(() => {
      resting -= 1
      startWaiting()
    }, ms).unref()
  }

  function startWaiting(): void {
    for (const priority of ['realtime', 'batch'] as const) {
      if (queues[priority].size === 0) continue
      const places = placesOf(priority)
      for (const waiter of queues[priority]) {
        if (running >= places) break
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
      if (restFactor > 0 && priority === 'batch' && isReserved()) rest(restFactor * (now() - started))
      startWaiting()
    }
  }

  return {
    async acquire(priority = 'realtime', signal) {
      signal?.throwIfAborted()
      if (priority === 'realtime') realtimeAt = now()
      if (running < placesOf(priority)) return take(priority)
      return new Promise((resolve, reject) => {
        const leave = () => waiter.refuse(signal?.reason)
        const waiter: Waiter = {
          start: () => {
            signal?.removeEventListener('abort', leave)
            resolve(take(priority))
          },
          refuse: (reason) => {
            queues[priority].delete(waiter)
            signal?.removeEventListener('abort', leave)
            reject(reason)
          },
        }
        queues[priority].add(waiter)
        signal?.addEventListener('abort', leave)
      })
    },
    resize(newMax, newReserved) {
      max = newMax
      reserved = newReserved
      startWaiting()
    },
    refuseWaiting(reason) {
      for (const waiter of [...queues.realtime, ...queues.batch]) waiter.refuse(reason)
    },
    get running() {
      return running
    },
    isFull: (priority) => running >= placesOf(priority),
    waitingOf: (priority) => queues[priority].size,
  }
}
