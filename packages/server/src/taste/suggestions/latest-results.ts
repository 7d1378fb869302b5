import { LRUCache } from 'lru-cache'

/** The last results for profiles that are taught a lot. They are used until newer ones, which take seconds, are ready. */
export class LatestResults<Result extends object> {
  readonly #last: LRUCache<string, { readonly version: string; readonly result: Result }>
  readonly #running = new Set<string>()

  constructor(max: number) {
    this.#last = new LRUCache({ max })
  }

  /** The last result for this key, of whatever version. Without one, `otherwise`, or else this version when it is ready. */
  async find(key: string, version: string, compute: () => Promise<Result>, otherwise?: Result): Promise<Result> {
    return this.#last.get(key)?.result ?? otherwise ?? this.#run(key, version, compute)
  }

  /** Computes this version in the background, for later requests. One at a time: teaching may be faster than learning. */
  refresh(key: string, version: string, compute: () => Promise<Result>): void {
    if (this.#running.has(key) || this.#last.get(key)?.version === version) return
    // A request that has to wait for it reports the error.
    this.#run(key, version, compute).catch(() => {})
  }

  async #run(key: string, version: string, compute: () => Promise<Result>): Promise<Result> {
    this.#running.add(key)
    try {
      const result = await compute()
      this.#last.set(key, { version, result })
      return result
    } finally {
      this.#running.delete(key)
    }
  }
}
