interface Waiter {
  readonly bytes: number
  readonly start: () => void
}

/**
 * Bounds the memory of what is open at once. Accounts take turns, and nobody overtakes the one whose turn it is, so
 * that large pieces get theirs too. A piece larger than the whole budget waits until it is the only one. By hand,
 * because the well-known semaphores have no turns.
 */
export class MemoryBudget {
  readonly #bytesMax: number
  /** By account; the first account is the next to be served. */
  readonly #waiting = new Map<string, Waiter[]>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Waits for its turn and for room. Call the returned function once, when the memory is free again. */
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
      // To the end of the line. A loop over a Map visits what is added meanwhile.
      this.#waiting.delete(accountId)
      if (queue.length > 0) this.#waiting.set(accountId, queue)
      next?.start()
    }
  }
}
