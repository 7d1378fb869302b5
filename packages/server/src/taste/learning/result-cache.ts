import { LRUCache } from 'lru-cache'

export interface ResultCacheLimits {
  readonly entriesMax: number
  readonly bytesMax: number
  /** Beyond it, replaced results that were not used in the last minute are dropped. */
  readonly replacedBytesMax: number
}

interface Entry<Result> {
  readonly result: Result
  /** What the result is about. A newer result about the same replaces it, as far as we know. */
  readonly subject: string
  usedAt: number
}

/**
 * The most recently used results. Every judgement makes a new state, whose results replace those of the state before.
 * Without the third limit, a profile that is taught a lot would fill the cache with results that nobody uses again. They
 * are not dropped at once, because several branches may be in use.
 */
export class ResultCache<Result extends object> {
  readonly #recent: LRUCache<string, Entry<Result>>
  /** The key of the newest result by subject. */
  readonly #newest = new Map<string, string>()
  readonly #replacedBytesMax: number

  constructor({ entriesMax, bytesMax, replacedBytesMax }: ResultCacheLimits) {
    this.#replacedBytesMax = replacedBytesMax
    this.#recent = new LRUCache({
      max: entriesMax,
      maxSize: bytesMax,
      dispose: ({ subject }, key) => {
        if (this.#newest.get(subject) === key) this.#newest.delete(subject)
      },
    })
  }

  get(key: string): Result | undefined {
    const known = this.#recent.get(key)
    if (known) known.usedAt = performance.now()
    return known?.result
  }

  set(key: string, result: Result, { subject, bytes }: { readonly subject: string; readonly bytes: number }): void {
    this.#recent.set(key, { result, subject, usedAt: performance.now() }, { size: bytes })
    // A result that is larger than the whole cache is not kept.
    if (this.#recent.has(key)) this.#newest.set(subject, key)
    this.#dropReplaced()
  }

  #dropReplaced(): void {
    const since = performance.now() - replacedKeptMs
    for (const key of this.#recent.rkeys()) {
      const { subject, usedAt } = this.#recent.peek(key) as Entry<Result>
      if (this.#recent.calculatedSize <= this.#replacedBytesMax || usedAt > since) return
      if (this.#newest.get(subject) !== key) this.#recent.delete(key)
    }
  }
}

const replacedKeptMs = 60_000
