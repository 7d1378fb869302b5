import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Batch, isOver } from '@palate/core/batches/schema.ts'
import type { Store } from '../store/store.ts'
import { type BatchKey, findBatch, type StoredBatch } from './batch-store.ts'

export const pollEveryMs = 200
/** Woken in one turn of the event loop: each of them writes to its connection. */
const readersPerTurnMax = 32

/** What a reader sees of a batch. */
export interface WatchedBatch {
  /** The batch as last seen; undefined when it was deleted. */
  readonly batch: Batch | undefined
  /** Resolves when the batch is no longer the one given, after a time, or when the signal aborts. */
  change(since: Batch, ms: number, signal: AbortSignal): Promise<void>
  leave(): void
}

/**
 * Watches the batches that are read, for all readers of this process together: one query for each batch and interval,
 * however many readers it has. Results that this process has stored are seen at once.
 */
export class BatchWatch {
  readonly #store: Pick<Store, 'read' | 'unavailability'>
  readonly #watchers = new Map<string, Watcher>()

  constructor(store: Pick<Store, 'read' | 'unavailability'>) {
    this.#store = store
  }

  join(stored: StoredBatch): WatchedBatch {
    const { batchId } = stored
    const watcher = this.#watchers.get(batchId) ?? new Watcher(this.#store, stored)
    this.#watchers.set(batchId, watcher)
    const reader = Symbol(batchId)
    watcher.readers.add(reader)
    return {
      get batch() {
        return watcher.batch
      },
      change: (since, ms, signal) => watcher.change(since, ms, signal),
      leave: () => {
        watcher.readers.delete(reader)
        if (watcher.readers.size > 0 || this.#watchers.get(batchId) !== watcher) return
        watcher.stop()
        this.#watchers.delete(batchId)
      },
    }
  }

  /** Looks at the batch now, if it has readers. */
  notify(batchId: string): void {
    void this.#watchers.get(batchId)?.look()
  }
}

class Watcher {
  readonly readers = new Set<symbol>()
  readonly #store: Pick<Store, 'read' | 'unavailability'>
  readonly #key: BatchKey
  readonly #waiting = new Set<() => void>()
  #batch: Batch | undefined
  #error: unknown
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isStale = false
  #isStopped = false

  constructor(store: Pick<Store, 'read' | 'unavailability'>, { batch, ...key }: StoredBatch) {
    this.#store = store
    this.#key = key
    this.#batch = batch
    this.#schedule()
  }

  get batch(): Batch | undefined {
    if (this.#error !== undefined) throw this.#error
    return this.#batch
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async change(since: Batch, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#batch !== since || this.#error !== undefined) return
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

  /** One query at a time. What was stored since it began is seen by the next, which follows at once. */
  async look(): Promise<void> {
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

  /** While the store is unavailable the readers wait; any other error ends their streams. */
  async #hasChanged(): Promise<boolean> {
    try {
      const batch = (await findBatch(this.#store.read, this.#key))?.batch
      if (isSame(this.#batch, batch)) return false
      this.#batch = batch
      return true
    } catch (error) {
      if (this.#store.unavailability(error)) return false
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
    const isDone = this.#isStopped || this.#error !== undefined || !this.#batch || isOver(this.#batch.status)
    if (!isDone) this.#timer = setTimeout(() => void this.look(), pollEveryMs)
  }
}

function isSame(a: Batch | undefined, b: Batch | undefined): boolean {
  if (!a || !b) return a === b
  return a.status === b.status && completedOf(a) === completedOf(b)
}

/** How many frames have results. Results are numbered without gaps, so this is the last number too. */
export function completedOf({ counts }: Batch): number {
  return counts.succeeded + counts.failed
}
