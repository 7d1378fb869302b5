import { type BatchStatus, isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Db } from '../../store/schema.ts'
import { type BatchKey, type BatchProgress, lockBatch, type StoredBatch, updateBatch } from './batch-store.ts'

/** Ends an unfinished batch: frames without a result count as canceled. */
export async function endBatch(
  db: Db,
  key: BatchKey,
  status: 'failed' | 'canceled',
  now: Date,
  recordEnd: RecordBatchEnd,
): Promise<void> {
  const stored = await lockBatch(db, key)
  if (!stored || isOver(stored.batch.status)) return
  await saveProgress(db, stored, progressOf(stored, { status, at: now }), recordEnd)
}

/** Updates the row of a locked batch, and records an event if the batch ends. */
export async function saveProgress(
  db: Db,
  stored: StoredBatch,
  progress: BatchProgress,
  recordEnd: RecordBatchEnd,
): Promise<StoredBatch> {
  const saved = await updateBatch(db, stored, progress)
  const { status, completedAt } = progress
  if (isOver(status) && completedAt !== null) await recordEnd(db, saved, saved.batch, completedAt)
  return saved
}

/** The progress of a batch, unchanged or ended. */
export function progressOf(
  stored: StoredBatch,
  end?: { readonly status: BatchStatus; readonly at: Date },
): BatchProgress {
  const { batch, claimed } = stored
  const { total, succeeded, failed, canceled } = batch.counts
  if (!end) {
    return { status: batch.status, succeeded, failed, canceled, claimed, completedAt: batch.completed_at ?? null }
  }
  return {
    status: end.status,
    succeeded,
    failed,
    canceled: total - succeeded - failed,
    claimed,
    completedAt: end.at.toISOString(),
  }
}
