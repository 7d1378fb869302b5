import { storePauseMs } from '@palate/core/batches/retry.ts'
import type { Services } from '../../services.ts'
import type { BatchKey } from '../storing/batch-store.ts'

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
