import { type BatchStatus, isOver } from '@palate/core/batches/schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { FailBatches, RecordBatchEnd } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import {
  type BatchKey,
  type BatchProgress,
  findUnfinishedOfProfile,
  lockBatch,
  type StoredBatch,
  updateBatch,
} from './batch-store.ts'
import { countLeased, type FrameRow, hold, release } from './frame-store.ts'

export interface Finished {
  readonly kind: 'finished'
  readonly place: number
  readonly attempts: number
  readonly workersLost: number
  readonly result: FrameScore
}

export interface Postponed {
  /** For another attempt, or without having been tried. */
  readonly kind: 'postponed' | 'returned'
  readonly place: number
  readonly attempts: number
  readonly workersLost: number
  readonly dueMs: number
}

export interface SavedResults {
  /** What was stored; the rest was somebody else's by then, or the batch was over. */
  readonly entries: readonly (Finished | Postponed)[]
  readonly status: BatchStatus | undefined
}

/**
 * Stores results and numbers them. The batch is held meanwhile, so that the numbers run without gaps in the order in
 * which results can be seen, whoever stored them: a reader that has seen one has seen all before it.
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
  const places = given.map(({ place }) => place)
  const held = await hold(db, key, places, owner)
  const entries = given.filter(({ place }) => held.has(place))
  const { succeeded, failed } = stored.batch.counts
  if (entries.length > 0) await release(db, key, rowsOf(entries, succeeded + failed + 1))
  const finished = entries.filter((entry) => entry.kind === 'finished')
  const errors = finished.filter(({ result }) => result.error).length
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

function rowsOf(entries: readonly (Finished | Postponed)[], firstSeq: number): readonly FrameRow[] {
  let seq = firstSeq
  return entries.map((entry) => {
    const { place, attempts, workersLost } = entry
    if (entry.kind !== 'finished') {
      return { place, attempts, workersLost, state: 'waiting', dueMs: Math.round(entry.dueMs), seq: null, result: null }
    }
    return { place, attempts, workersLost, state: 'done', dueMs: 0, seq: seq++, result: JSON.stringify(entry.result) }
  })
}

/** Ends a batch as it stands. */
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

/** Ends what goes on against a profile that is no more, in the transaction of its deletion. */
export function createFailBatches(recordEnd: RecordBatchEnd): FailBatches {
  return async (db, { accountId, profileId }, now) => {
    const keys = await findUnfinishedOfProfile(db, accountId, profileId)
    // All of them before the first event: whoever settles one of them holds it, and then waits to tell of it.
    for (const key of keys) await lockBatch(db, key)
    for (const key of keys) await endBatch(db, key, 'failed', new Date(now), recordEnd)
  }
}

/** Writes how a held batch stands; where that is its end, the log is told. */
export async function saveProgress(
  db: Db,
  stored: StoredBatch,
  progress: BatchProgress,
  recordEnd: RecordBatchEnd,
): Promise<void> {
  await updateBatch(db, stored, progress)
  const { status, succeeded, failed, canceled, completedAt } = progress
  if (!isOver(status) || completedAt === null) return
  const counts = { total: stored.batch.counts.total, succeeded, failed, canceled }
  await recordEnd(db, stored, { ...stored.batch, status, counts, completed_at: completedAt }, completedAt)
}

/** The row of a batch, unchanged or ended; what has no result when it ends counts as canceled. */
export function progressOf(
  stored: StoredBatch,
  end?: { readonly status: BatchStatus; readonly at: Date },
): BatchProgress {
  const { batch, taken } = stored
  const { total, succeeded, failed, canceled } = batch.counts
  if (!end) return { status: batch.status, succeeded, failed, canceled, taken, completedAt: batch.completed_at ?? null }
  return {
    status: end.status,
    succeeded,
    failed,
    canceled: total - succeeded - failed,
    taken,
    completedAt: end.at.toISOString(),
  }
}

async function statusAfter(db: Db, stored: StoredBatch, now: Date): Promise<BatchStatus> {
  const { status, counts } = stored.batch
  if (counts.succeeded + counts.failed === counts.total) return 'completed'
  if (status !== 'canceling') return status
  return (await countLeased(db, stored, now.getTime())) === 0 ? 'canceled' : 'canceling'
}
