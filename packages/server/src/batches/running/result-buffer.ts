import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../../ports.ts'
import type { Services } from '../../services.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import { type Finished, type Postponed, type SavedResults, saveResults } from '../storing/results.ts'
import type { FailingBatches } from './failing-batches.ts'

/** This many take a few milliseconds of the event loop. */
export const resultsPerTransactionMax = 128
/** So do results of this size, or one that is larger. */
export const resultBytesPerTransactionMax = 1024 * 1024
/** A commit waits for the disk, and on SQLite every other writer waits with it. */
const flushEveryMs = 250
/** Batches whose results are stored at once. One that waits for a lock holds up only itself. */
const savesAtOnceMax = 4

interface Buffered {
  readonly key: BatchKey
  readonly results: (Finished | Postponed)[]
  isDue: boolean
  /** Resolves when what is being stored now has been, or could not be. */
  saving: Promise<void> | undefined
  /** When storing them failed for the first time. */
  failedAtMs: number | undefined
}

interface Parts {
  readonly services: Services
  readonly owner: string
  readonly leaseMs: number
  readonly recordEnd: RecordBatchEnd
  readonly failing: FailingBatches
  readonly onSaved: (key: BatchKey, saved: SavedResults) => void
}

/**
 * Buffers the results of this process and stores several at once, each batch in transactions of its own. Results that
 * cannot be stored stay until they can be or their leases expire; then any process scores the frames again. Meanwhile
 * the runner claims no frames of the batch, so the buffer holds no more than were in progress.
 */
export class ResultBuffer {
  readonly #parts: Parts
  readonly #buffered = new Map<string, Buffered>()
  #flushedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The batches that have results here. */
  get batches(): readonly BatchKey[] {
    return [...this.#buffered.values()].map(({ key }) => key)
  }

  add(key: BatchKey, result: Finished | Postponed): void {
    const known = this.#buffered.get(key.batchId)
    if (known) return void known.results.push(result)
    const one = { key, results: [result], isDue: false, saving: undefined, failedAtMs: undefined }
    this.#buffered.set(key.batchId, one)
  }

  /** Whether results of the batch are here because they could not be stored. */
  isStuck(batchId: string): boolean {
    return this.#buffered.get(batchId)?.failedAtMs !== undefined
  }

  /** Stores results that have waited long enough, are many, or (`isIdle`) when no further ones are expected soon. */
  flushIfDue(isIdle: boolean): void {
    this.#dropExpired()
    const isTime = isIdle || performance.now() - this.#flushedAt >= flushEveryMs
    if (isTime) this.#flushedAt = performance.now()
    for (const one of this.#buffered.values()) one.isDue ||= isTime || fillsTransaction(one.results)
    this.#startSaving()
  }

  /** Stores everything that is buffered, as far as it can be stored now. */
  async flush(): Promise<void> {
    await Promise.all([...this.#buffered.values()].map(({ saving }) => saving))
    await Promise.all([...this.#buffered.values()].map((one) => this.#save(one)))
  }

  /** Of the batches that have failed before, one is tried at a time, so that they cannot take all turns. */
  #startSaving(): void {
    const { failing } = this.#parts
    const saving = [...this.#buffered.values()].filter(({ saving }) => saving)
    let free = savesAtOnceMax - saving.length
    let isRetrying = saving.some(({ key }) => failing.has(key.batchId))
    for (const one of this.#buffered.values()) {
      if (free <= 0) return
      const { batchId } = one.key
      const isRetry = failing.has(batchId)
      if (!one.isDue || one.saving || failing.isResting(batchId) || (isRetry && isRetrying)) continue
      isRetrying ||= isRetry
      free -= 1
      void this.#save(one)
    }
  }

  #save(one: Buffered): Promise<void> {
    one.saving ??= this.#store(one).finally(() => {
      one.saving = undefined
    })
    return one.saving
  }

  /** Results that arrive meanwhile wait for the next time: otherwise they would be stored one by one. */
  async #store(one: Buffered): Promise<void> {
    const { services, failing } = this.#parts
    one.isDue = false
    try {
      for (let left = one.results.length; left > 0; ) {
        const count = Math.min(left, countForTransaction(one.results))
        await this.#saveSome(one, one.results.slice(0, count))
        left -= count
        await yieldToEventLoop()
      }
      one.failedAtMs = undefined
      failing.succeed(one.key)
    } catch (error) {
      one.failedAtMs ??= services.clock().getTime()
      one.isDue = true
      failing.fail(one.key, error)
    }
    // To the end of the line, or out of it.
    this.#buffered.delete(one.key.batchId)
    if (one.results.length > 0) this.#buffered.set(one.key.batchId, one)
  }

  async #saveSome(one: Buffered, some: readonly (Finished | Postponed)[]): Promise<void> {
    const { services, owner, recordEnd, onSaved } = this.#parts
    const { store, clock, metrics } = services
    const saved = await store.write((db) => saveResults(db, one.key, owner, some, clock(), recordEnd))
    one.results.splice(0, some.length)
    for (const entry of saved.entries) metrics.batchFrames.inc({ outcome: outcomeOf(entry) })
    onSaved(one.key, saved)
  }

  /** The leases of what could not be stored are not renewed. */
  #dropExpired(): void {
    const { services, leaseMs } = this.#parts
    const nowMs = services.clock().getTime()
    for (const [batchId, { saving, failedAtMs = nowMs }] of this.#buffered) {
      if (!saving && nowMs - failedAtMs >= leaseMs) this.#buffered.delete(batchId)
    }
  }
}

/** Did the batch end, as far as these results show? */
export function endedBy({ status }: SavedResults): boolean {
  return status === undefined || isOver(status)
}

function fillsTransaction(results: readonly (Finished | Postponed)[]): boolean {
  return results.length >= resultsPerTransactionMax || countForTransaction(results) < results.length
}

/** How many of the first results one transaction stores. */
export function countForTransaction(results: readonly (Finished | Postponed)[]): number {
  let bytes = 0
  const past = results.findIndex((entry, i) => {
    bytes += entry.kind === 'finished' ? entry.result.length : 0
    return i === resultsPerTransactionMax || (i > 0 && bytes > resultBytesPerTransactionMax)
  })
  return past < 0 ? results.length : past
}

function outcomeOf(entry: Finished | Postponed): string {
  if (entry.kind !== 'finished') return entry.kind === 'postponed' ? 'retried' : 'returned'
  return entry.hasFailed ? 'failed' : 'succeeded'
}
