/** A person waits for real-time work; a batch can wait behind it. */
export type Priority = 'realtime' | 'batch'

export interface Slots {
  /** Waits for a free slot; call what it gives, once, to hand the slot back. */
  acquire(priority?: Priority, signal?: AbortSignal): Promise<() => void>
  /** Sends away all who wait. */
  refuseWaiting(reason: Error): void
  readonly running: number
  waitingOf(priority: Priority): number
}

interface Waiter {
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

/** At most `max` run at once; the last `reserved` slots are for real-time work alone. First come, first served. */
export function createSlots({ max, reserved = 0 }: { readonly max: number; readonly reserved?: number }): Slots {
  const places = { realtime: max, batch: max - reserved }
  const queues: Record<Priority, Set<Waiter>> = { realtime: new Set(), batch: new Set() }
  let running = 0

  function startWaiting(): void {
    for (const priority of ['realtime', 'batch'] as const) {
      for (const waiter of queues[priority]) {
        if (running >= places[priority]) break
        queues[priority].delete(waiter)
        waiter.start()
      }
    }
  }

  function take(): () => void {
    running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      running -= 1
      startWaiting()
    }
  }

  return {
    async acquire(priority = 'realtime', signal) {
      signal?.throwIfAborted()
      if (running < places[priority]) return take()
      return new Promise((resolve, reject) => {
        const leave = () => waiter.refuse(signal?.reason)
        const waiter: Waiter = {
          start: () => {
            signal?.removeEventListener('abort', leave)
            resolve(take())
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
    refuseWaiting(reason) {
      for (const waiter of [...queues.realtime, ...queues.batch]) waiter.refuse(reason)
    },
    get running() {
      return running
    },
    waitingOf: (priority) => queues[priority].size,
  }
}
