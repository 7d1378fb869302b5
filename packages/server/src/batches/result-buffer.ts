import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../ports.ts'
import type { Services } from '../services.ts'
import type { BatchKey } from './batch-store.ts'
import { type Finished, type Postponed, type SavedResults, saveResults } from './results.ts'

/** This many take a few milliseconds of the event loop. */
const resultsPerTransactionMax = 128
/** A commit waits for the disk, and on SQLite every other writer waits with it. */
const flushEveryMs = 250

interface Buffered {
  readonly key: BatchKey
  readonly result: Finished | Postponed
}

/** Buffers the results of this process and stores several at once, batch by batch. */
export class ResultBuffer {
  readonly #services: Services
  readonly #owner: string
  readonly #recordEnd: RecordBatchEnd
  readonly #onSaved: (key: BatchKey, saved: SavedResults) => void
  #buffered: Buffered[] = []
  #flushing: Promise<void> = Promise.resolve()
  #isFlushing = false
  #flushedAt = 0

  constructor(
    services: Services,
    owner: string,
    recordEnd: RecordBatchEnd,
    onSaved: (key: BatchKey, saved: SavedResults) => void,
  ) {
    this.#services = services
    this.#owner = owner
    this.#recordEnd = recordEnd
    this.#onSaved = onSaved
  }

  get isEmpty(): boolean {
    return this.#buffered.length === 0
  }

  add(key: BatchKey, result: Finished | Postponed): void {
    this.#buffered.push({ key, result })
  }

  /** Flushes if results have waited long enough, are many, or (`isIdle`) no further ones are expected soon. */
  async flushIfDue(isIdle: boolean): Promise<void> {
    if (this.#isFlushing) return
    const isDue = isIdle || performance.now() - this.#flushedAt >= flushEveryMs
    if (this.#buffered.length >= resultsPerTransactionMax || (isDue && !this.isEmpty)) await this.flush()
  }

  /** Stores everything that is buffered. Concurrent calls run one after the other. */
  flush(): Promise<void> {
    this.#isFlushing = true
    this.#flushing = this.#flushing
      .catch(() => {})
      .then(() => this.#flush())
      .finally(() => {
        this.#isFlushing = false
      })
    return this.#flushing
  }

  /** Results that arrive meanwhile wait for the next flush: otherwise they would be stored one by one. */
  async #flush(): Promise<void> {
    for (const some of Map.groupBy(this.#buffered, ({ key }) => key.batchId).values()) {
      for (let i = 0; i < some.length; i += resultsPerTransactionMax) {
        await this.#save(some.slice(i, i + resultsPerTransactionMax))
        await yieldToEventLoop()
      }
    }
    this.#flushedAt = performance.now()
  }

  /** What could not be stored stays buffered. If its lease expires meanwhile, another process repeats the work. */
  async #save(some: readonly Buffered[]): Promise<void> {
    const key = some[0]?.key
    if (!key) return
    const { store, clock, metrics } = this.#services
    const results = some.map(({ result }) => result)
    const saved = await store.write((db) => saveResults(db, key, this.#owner, results, clock(), this.#recordEnd))
    const done = new Set(some)
    this.#buffered = this.#buffered.filter((one) => !done.has(one))
    for (const entry of saved.entries) metrics.batchFrames.inc({ outcome: outcomeOf(entry) })
    this.#onSaved(key, saved)
  }
}

/** Did the batch end, as far as these results show? */
export function endedBy({ status }: SavedResults): boolean {
  return status === undefined || isOver(status)
}

function outcomeOf(entry: Finished | Postponed): string {
  if (entry.kind !== 'finished') return entry.kind === 'postponed' ? 'retried' : 'returned'
  return entry.result.error ? 'failed' : 'succeeded'
}
