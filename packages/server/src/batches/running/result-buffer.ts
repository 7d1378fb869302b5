import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { storePauseMs } from '@palate/core/batches/retry.ts'
import { isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import { type Finished, type Postponed, type SavedResults, saveResults } from '../storing/frame-store.ts'

/** Storing this many blocks the event loop for a few milliseconds. */
export const resultsPerTransactionMax = 128
/** So does storing this many bytes. A single larger result is stored alone. */
export const resultBytesPerTransactionMax = 1024 * 1024
/** Not more often, because a commit waits for the disk, and on SQLite all other writers wait for the commit. */
const flushEveryMs = 250
/** Batches whose results are stored concurrently, so that one that waits for a lock does not delay the others. */
const savesAtOnceMax = 4

interface Buffered {
  readonly key: BatchKey
  readonly results: (Finished | Postponed)[]
  isDue: boolean
  /** Resolves when the current write has succeeded or failed. */
  saving: Promise<void> | undefined
  /** When storing first failed. */
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
 * Buffers the results of this process and stores several per transaction, with separate transactions for each batch.
 * Results that cannot be stored stay until they can be, or until their leases expire and any process scores the frames
 * again. Until then the runner claims no frames of the batch, so the buffer is bounded by the frames in progress.
 */
export class ResultBuffer {
  readonly #parts: Parts
  readonly #buffered = new Map<string, Buffered>()
  #flushedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The batches with buffered results. */
  get batches(): readonly BatchKey[] {
    return [...this.#buffered.values()].map(({ key }) => key)
  }

  add(key: BatchKey, result: Finished | Postponed): void {
    const known = this.#buffered.get(key.batchId)
    if (known) return void known.results.push(result)
    const one = { key, results: [result], isDue: false, saving: undefined, failedAtMs: undefined }
    this.#buffered.set(key.batchId, one)
  }

  /** Whether results of the batch could not be stored and are still buffered. */
  isStuck(batchId: string): boolean {
    return this.#buffered.get(batchId)?.failedAtMs !== undefined
  }

  /** Stores results if they have waited long enough, if there are many, or if no more are expected soon (`isIdle`). */
  flushIfDue(isIdle: boolean): void {
    this.#dropExpired()
    const isTime = isIdle || performance.now() - this.#flushedAt >= flushEveryMs
    if (isTime) this.#flushedAt = performance.now()
    for (const one of this.#buffered.values()) one.isDue ||= isTime || fillsTransaction(one.results)
    this.#startSaving()
  }

  /** Tries to store all buffered results now. */
  async flush(): Promise<void> {
    await Promise.all([...this.#buffered.values()].map(({ saving }) => saving))
    await Promise.all([...this.#buffered.values()].map((one) => this.#save(one)))
  }

  /** Retries failed batches one at a time, so that they cannot use all concurrent writes. */
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
    one.saving ??= backgroundWorkFor(one.key.accountId, () => this.#store(one)).finally(() => {
      one.saving = undefined
    })
    return one.saving
  }

  /** Results that arrive during a write wait for the next one; otherwise they would be stored one by one. */
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
    // Move the batch to the end of the queue, or remove it.
    this.#buffered.delete(one.key.batchId)
    if (one.results.length > 0) this.#buffered.set(one.key.batchId, one)
  }

  async #saveSome(one: Buffered, outcomes: readonly (Finished | Postponed)[]): Promise<void> {
    const { services, owner, recordEnd, onSaved } = this.#parts
    const { store, clock, metrics } = services
    const saved = await store.write((db) => saveResults(db, one.key, owner, outcomes, clock(), recordEnd))
    one.results.splice(0, outcomes.length)
    for (const entry of saved.entries) metrics.batchFrames.inc({ outcome: outcomeOf(entry) })
    onSaved(one.key, saved)
  }

  /** Drops results that could not be stored: their leases are not renewed. */
  #dropExpired(): void {
    const { services, leaseMs } = this.#parts
    const nowMs = services.clock().getTime()
    for (const [batchId, { saving, failedAtMs = nowMs }] of this.#buffered) {
      if (!saving && nowMs - failedAtMs >= leaseMs) this.#buffered.delete(batchId)
    }
  }
}

/** Whether the batch has ended or was deleted. */
export function endedBy({ status }: SavedResults): boolean {
  return status === undefined || isOver(status)
}

function fillsTransaction(results: readonly (Finished | Postponed)[]): boolean {
  return results.length >= resultsPerTransactionMax || countForTransaction(results) < results.length
}

/** How many results, from the first, one transaction stores. */
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

interface Failing {
  readonly failures: number
  readonly retryAtMs: number
}

/**
 * The batches that this process could not open, claim or store, for example because their row is locked, a constraint
 * fails or the store is busy. Each is paused with growing delays while the others continue. Storing results resets the
 * delay. Claiming frames does not: a batch whose results cannot be stored can still be claimed.
 */
export class FailingBatches {
  readonly #services: Pick<Services, 'clock' | 'log' | 'metrics'>
  readonly #failing = new Map<string, Failing>()

  constructor(services: Pick<Services, 'clock' | 'log' | 'metrics'>) {
    this.#services = services
  }

  /** Logs the first failure of a series; the metric counts all of them. */
  fail({ batchId }: BatchKey, error: unknown): void {
    const { clock, log, metrics } = this.#services
    const before = this.#failing.get(batchId)
    const failures = (before?.failures ?? 0) + 1
    const retryAtMs = clock().getTime() + storePauseMs(failures, Math.random())
    this.#failing.set(batchId, { failures, retryAtMs })
    metrics.batchFailures.inc()
    if (before) return
    log.error({ err: error, batchId }, 'a batch could not be processed; retrying with increasing delays')
  }

  succeed({ batchId }: BatchKey): void {
    const failing = this.#failing.get(batchId)
    if (!failing) return
    this.#failing.delete(batchId)
    this.#services.log.info({ batchId, failures: failing.failures }, 'processing of the batch has resumed')
  }

  has(batchId: string): boolean {
    return this.#failing.has(batchId)
  }

  isResting(batchId: string): boolean {
    const failing = this.#failing.get(batchId)
    return failing !== undefined && this.#services.clock().getTime() < failing.retryAtMs
  }

  /** Forgets all others, because they have ended. */
  keepOnly(batches: readonly BatchKey[]): void {
    if (this.#failing.size === 0) return
    const kept = new Set(batches.map(({ batchId }) => batchId))
    for (const batchId of this.#failing.keys()) if (!kept.has(batchId)) this.#failing.delete(batchId)
  }
}
