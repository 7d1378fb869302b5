interface Waiter {
  readonly bytes: number
  readonly start: () => void
}

/**
 * Limits the memory of concurrently open pieces. Serves accounts in round-robin order without overtaking, so that large
 * pieces do not starve. A piece larger than the whole budget waits until it is the only one. Hand-written, because the
 * well-known semaphores have no round-robin.
 */
export class MemoryBudget {
  readonly #bytesMax: number
  /** By account; the first account is the next to be served. */
  readonly #waiting = new Map<string, Waiter[]>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Waits for the account's turn and for free memory. Call the returned function once to release the memory. */
  acquire(accountId: string, bytes: number): Promise<() => void> {
    return new Promise((resolve) => {
      const start = () => {
        this.#bytes += bytes
        resolve(() => {
          this.#bytes -= bytes
          this.#startWaiting()
        })
      }
      const queue = this.#waiting.get(accountId)
      if (queue) queue.push({ bytes, start })
      else this.#waiting.set(accountId, [{ bytes, start }])
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    for (const [accountId, queue] of this.#waiting) {
      const next = queue[0]
      if (next && this.#bytes > 0 && this.#bytes + next.bytes > this.#bytesMax) return
      queue.shift()
      // Move the account to the end of the queue. A loop over a Map also visits entries added during the loop.
      this.#waiting.delete(accountId)
      if (queue.length > 0) this.#waiting.set(accountId, queue)
      next?.start()
    }
  }
}
