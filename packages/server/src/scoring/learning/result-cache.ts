import { LRUCache } from 'lru-cache'

export interface ResultCacheLimits {
  readonly entriesMax: number
  readonly bytesMax: number
  /** Beyond it, only what was used in the last minute stays. */
  readonly idleBytesMax: number
}

/**
 * The most recently used results. Every judgement makes a new state, whose results replace those of the state before:
 * without the second limit, a profile that is taught a lot would fill the cache with results that nobody uses again.
 */
export class ResultCache<Result extends object> {
  readonly #recent: LRUCache<string, { readonly result: Result; usedAt: number }>
  readonly #idleBytesMax: number

  constructor({ entriesMax, bytesMax, idleBytesMax }: ResultCacheLimits) {
    this.#recent = new LRUCache({ max: entriesMax, maxSize: bytesMax })
    this.#idleBytesMax = idleBytesMax
  }

  get(key: string): Result | undefined {
    const known = this.#recent.get(key)
    if (known) known.usedAt = performance.now()
    return known?.result
  }

  set(key: string, result: Result, bytes: number): void {
    const now = performance.now()
    this.#recent.set(key, { result, usedAt: now }, { size: bytes })
    for (const oldest of this.#recent.rkeys()) {
      const { usedAt = now } = this.#recent.peek(oldest) ?? {}
      if (this.#recent.calculatedSize <= this.#idleBytesMax || now - usedAt < idleMs) return
      this.#recent.delete(oldest)
    }
  }
}

const idleMs = 60_000
