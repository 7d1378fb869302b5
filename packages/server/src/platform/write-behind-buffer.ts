import { slicesOf } from '@palate/core/generic/slices.ts'
import { LRUCache } from 'lru-cache'
import { workForService } from '../work/current-work.ts'
import { workByAccount } from './work-by-account.ts'

export interface FlushOptions {
  /** Whether the write may use the disk reserve. */
  readonly usesReserve?: boolean
}

interface TimerSettings {
  readonly everyMs: number
  /** Called when a write started by the timer fails. */
  readonly onError: (error: unknown) => void
}

/** Writes at intervals, on demand and when it is closed; never twice at the same time. */
export class FlushTimer {
  readonly #write: (options: FlushOptions) => Promise<void>
  readonly #timer: NodeJS.Timeout
  #last: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(write: (options: FlushOptions) => Promise<void>, { everyMs, onError }: TimerSettings) {
    this.#write = write
    this.#timer = setInterval(() => {
      // With a slow store, flushes would pile up.
      if (this.#pending === 0) this.flush().catch(onError)
    }, everyMs).unref()
  }

  /** Waits for the write in progress, then writes what was added until now. */
  flush(options: FlushOptions = {}): Promise<void> {
    this.#pending += 1
    this.#last = this.#last
      .catch(() => {})
      .then(() => workForService(() => this.#write(options)))
      .finally(() => {
        this.#pending -= 1
      })
    return this.#last
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

interface BufferSettings<Entry> extends TimerSettings {
  /** Memory for entries while writes fail. The oldest are dropped. */
  readonly bytesMax: number
  readonly measure: (entry: Entry, key: string) => number
  /** Writes some entries of one account. */
  readonly write: (entries: readonly Entry[]) => Promise<void>
  /** An insert blocks the event loop, and entries can be large. */
  readonly entriesPerWriteMax?: number
}

/**
 * Entries to be written a few times a second, off the request path. Those that could not be written are tried again. A
 * crash loses the most recent ones.
 */
export class WriteBehindBuffer<Entry extends { readonly accountId: string }> {
  readonly #entries: LRUCache<string, Entry>
  readonly #timer: FlushTimer
  readonly #write: BufferSettings<Entry>['write']
  readonly #entriesPerWriteMax: number

  constructor({ bytesMax, measure, write, entriesPerWriteMax = 50, ...timer }: BufferSettings<Entry>) {
    this.#entriesPerWriteMax = entriesPerWriteMax
    this.#entries = new LRUCache({ maxSize: bytesMax, sizeCalculation: measure })
    this.#write = write
    this.#timer = new FlushTimer(() => this.#writeAll(), timer)
  }

  /** Replaces an unwritten entry with the same key. */
  add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
  }

  /** An entry that is not written yet. */
  find(key: string): Entry | undefined {
    return this.#entries.peek(key)
  }

  /** Drops an entry that is not written yet. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  /** Drops all entries for which this holds and that are not written yet. */
  forgetAll(isForgotten: (entry: Entry) => boolean): void {
    for (const [key, entry] of [...this.#entries]) if (isForgotten(entry)) this.#entries.delete(key)
  }

  flush(): Promise<void> {
    return this.#timer.flush()
  }

  close(): Promise<void> {
    return this.#timer.close()
  }

  /** Entries that arrive meanwhile wait for the next flush. Otherwise a busy service would write row by row. */
  async #writeAll(): Promise<void> {
    // Processes that write the same rows must lock them in the same order.
    const due = [...this.#entries].toSorted(([one], [other]) => (one < other ? -1 : 1))
    await workByAccount(
      due,
      ([, { accountId }]) => accountId,
      async (ofAccount) => {
        for (const slice of slicesOf(ofAccount, this.#entriesPerWriteMax)) {
          await this.#write(slice.map(([, entry]) => entry))
          for (const [key, entry] of slice) if (this.#entries.peek(key) === entry) this.#entries.delete(key)
        }
      },
    )
  }
}
