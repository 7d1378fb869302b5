import { type BatchStatus, isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Db } from '../../store/schema.ts'
import { type BatchKey, lockBatch, type StoredBatch } from './batch-store.ts'
import { type ClaimedFrame, countLeased, lockHeld, type ReleasedFrame, release } from './frame-store.ts'
import { progressOf, saveProgress } from './progress.ts'

export interface Finished extends ClaimedFrame {
  readonly kind: 'finished'
  readonly hasFailed: boolean
  /** The result as JSON text. */
  readonly result: string
}

export interface Postponed extends ClaimedFrame {
  /** `postponed` to another attempt; `returned` without counting the attempt. */
  readonly kind: 'postponed' | 'returned'
  readonly dueMs: number
}

export interface SavedResults {
  /** What was stored. Other frames had been claimed by another process, or the batch had ended. */
  readonly entries: readonly (Finished | Postponed)[]
  readonly status: BatchStatus | undefined
}

/**
 * Stores results and numbers them. Locks the batch, so that sequence numbers have no gaps and become visible in order
 * across processes: a reader that has seen one has seen all before it.
 */
export async function saveResults(
  db: Db,
  key: BatchKey,
  owner: string,
  given: readonly (Finished | Postponed)[],
  now: Date,
  recordEnd: RecordBatchEnd,
): Promise<SavedResults> {
  const stored = await lockBatch(db, key)
  if (!stored || isOver(stored.batch.status)) return { entries: [], status: stored?.batch.status }
  const indexes = given.map(({ index }) => index)
  const held = await lockHeld(db, key, indexes, owner)
  const entries = given.filter(({ index }) => held.has(index))
  const { succeeded, failed } = stored.batch.counts
  if (entries.length > 0) await release(db, key, released(entries, succeeded + failed + 1))
  const finished = entries.filter((entry) => entry.kind === 'finished')
  const errors = finished.filter(({ hasFailed }) => hasFailed).length
  const counts = {
    ...stored.batch.counts,
    succeeded: succeeded + finished.length - errors,
    failed: failed + errors,
  }
  const counted = { ...stored, batch: { ...stored.batch, counts } }
  const status = await statusAfter(db, counted, now)
  await saveProgress(db, counted, progressOf(counted, isOver(status) ? { status, at: now } : undefined), recordEnd)
  return { entries, status }
}

function released(entries: readonly (Finished | Postponed)[], firstSeq: number): readonly ReleasedFrame[] {
  let seq = firstSeq
  return entries.map((entry) => {
    const { index, attempts, workersLost } = entry
    if (entry.kind !== 'finished') {
      return { index, attempts, workersLost, state: 'waiting', dueMs: Math.round(entry.dueMs), seq: null, result: null }
    }
    return { index, attempts, workersLost, state: 'done', dueMs: 0, seq: seq++, result: entry.result }
  })
}

async function statusAfter(db: Db, stored: StoredBatch, now: Date): Promise<BatchStatus> {
  const { status, counts } = stored.batch
  if (counts.succeeded + counts.failed === counts.total) return 'completed'
  if (status !== 'canceling') return status
  return (await countLeased(db, stored, now.getTime())) === 0 ? 'canceled' : 'canceling'
}
