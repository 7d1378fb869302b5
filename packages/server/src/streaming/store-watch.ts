import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

export const pollEveryMs = 200
/** Readers woken in one turn of the event loop: each of them writes to its connection. */
const readersPerTurnMax = 32

/** A reader's view of a watched value. */
export interface Watched<Value> {
  /** The last known value. */
  readonly value: Value
  /** Resolves when the value differs from the given one, after a time, or when the signal aborts. */
  change(since: Value, ms: number, signal: AbortSignal): Promise<void>
  leave(): void
}

interface Rules<Value> {
  isSame(a: Value, b: Value): boolean
  /** Whether it will never change again. */
  isFinal(value: Value): boolean
  /** While the store is unavailable, readers wait; any other error ends their streams. */
  isTransient(error: unknown): boolean
}

/**
 * Watches values in the store for all readers of this process: one query per value and interval, however many readers
 * it has. Readers see what this process has stored immediately.
 */
export class StoreWatch<Value> {
  readonly #rules: Rules<Value>
  readonly #watchers = new Map<string, Watcher<Value>>()

  constructor(rules: Rules<Value>) {
    this.#rules = rules
  }

  join(name: string, first: Value, readValue: () => Promise<Value>): Watched<Value> {
    const watcher = this.#watchers.get(name) ?? new Watcher(this.#rules, first, readValue)
    this.#watchers.set(name, watcher)
    const reader = Symbol(name)
    watcher.readers.add(reader)
    return {
      get value() {
        return watcher.value
      },
      change: (since, ms, signal) => watcher.change(since, ms, signal),
      leave: () => {
        watcher.readers.delete(reader)
        if (watcher.readers.size > 0 || this.#watchers.get(name) !== watcher) return
        watcher.stop()
        this.#watchers.delete(name)
      },
    }
  }

  /** Checks now, if it has readers. */
  notify(name: string): void {
    void this.#watchers.get(name)?.refresh()
  }
}

class Watcher<Value> {
  readonly readers = new Set<symbol>()
  readonly #rules: Rules<Value>
  readonly #readValue: () => Promise<Value>
  readonly #waiting = new Set<() => void>()
  #value: Value
  #error: unknown
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isStale = false
  #isStopped = false

  constructor(rules: Rules<Value>, first: Value, readValue: () => Promise<Value>) {
    this.#rules = rules
    this.#readValue = readValue
    this.#value = first
    this.#schedule()
  }

  get value(): Value {
    if (this.#error !== undefined) throw this.#error
    return this.#value
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async change(since: Value, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#value !== since || this.#error !== undefined) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#waiting.add(done)
      signal.addEventListener('abort', done)
    })
  }

  /** One query at a time. The next one follows immediately and sees what was stored since this one began. */
  async refresh(): Promise<void> {
    this.#isStale = true
    if (this.#isLooking) return
    this.#isLooking = true
    clearTimeout(this.#timer)
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false
      if (await this.#hasChanged()) await this.#wake()
    }
    this.#isLooking = false
    this.#schedule()
  }

  async #hasChanged(): Promise<boolean> {
    try {
      const value = await this.#readValue()
      if (this.#rules.isSame(this.#value, value)) return false
      this.#value = value
      return true
    } catch (error) {
      if (this.#rules.isTransient(error)) return false
      this.#error = error
      return true
    }
  }

  async #wake(): Promise<void> {
    let count = 0
    for (const wake of [...this.#waiting]) {
      wake()
      count += 1
      if (count % readersPerTurnMax === 0) await yieldToEventLoop()
    }
  }

  #schedule(): void {
    const isDone = this.#isStopped || this.#error !== undefined || this.#rules.isFinal(this.#value)
    if (!isDone) this.#timer = setTimeout(() => void this.refresh(), pollEveryMs)
  }
}
