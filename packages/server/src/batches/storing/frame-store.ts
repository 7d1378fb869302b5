import { type BatchStatus, isOver } from '@palate/core/batches/schema.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { sql } from 'kysely'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Db } from '../../store/schema.ts'
import { type BatchKey, lockBatch, progressOf, type StoredBatch, saveProgress } from './batch-store.ts'
import { type BatchesOfAccount, deleteRowsOfBatches } from './rows-of-batches.ts'

/**
 * The states of a frame, shared by the processes that work on the batch:
 *
 *   unclaimed ──claim──▶ leased ──release──▶ done
 *                        │  ▲
 *               release  ▼  │ reclaim (when due)
 *                       waiting
 *
 * An expired lease is also due: its owner has died or lost its connection. An owner can release only the frames that it
 * still holds (`lockHeld`), so each frame gets exactly one result.
 */
export interface ClaimedFrame {
  /** The frame's index in the request. */
  readonly index: number
  /** Attempts before this one. */
  readonly attempts: number
  /** How many worker threads have crashed while processing the frame. */
  readonly workersLost: number
}

/** Frames whose next attempt is due, and frames whose lease has expired. */
export async function findDue(db: Db, { accountId, batchId }: BatchKey, nowMs: number, limit: number) {
  return db
    .selectFrom('batch_frames')
    .select(['place as index', 'attempts', 'workers_lost as workersLost', 'state'])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'leased'])
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .limit(limit)
    .execute()
}

export async function reclaim(
  db: Db,
  { accountId, batchId }: BatchKey,
  indexes: readonly number[],
  owner: string,
  leaseUntilMs: number,
): Promise<void> {
  await db
    .updateTable('batch_frames')
    .set({ state: 'leased', lease_owner: owner, due_ms: leaseUntilMs })
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('place', 'in', indexes)
    .execute()
}

/** Takes the frames of a batch from whoever holds them: what they still score is not stored. */
export async function releaseAll(db: Db, { accountId, batchId }: BatchKey): Promise<void> {
  await db
    .updateTable('batch_frames')
    .set({ state: 'waiting', lease_owner: null, due_ms: 0 })
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'leased')
    .execute()
}

/** Claims frames for the first time. */
export async function claim(
  db: Db,
  { accountId, batchId }: BatchKey,
  indexes: readonly number[],
  owner: string,
  leaseUntilMs: number,
): Promise<void> {
  await db
    .insertInto('batch_frames')
    .values(
      indexes.map((index) => ({
        account_id: accountId,
        batch_id: batchId,
        place: index,
        state: 'leased',
        attempts: 0,
        workers_lost: 0,
        lease_owner: owner,
        due_ms: leaseUntilMs,
      })),
    )
    .execute()
}

/**
 * Locks the frames that the owner still holds, until the transaction ends, and returns their indexes. It has lost the
 * others: another process holds them, or their result is already stored.
 */
async function lockHeld(
  db: Db,
  { accountId, batchId }: BatchKey,
  indexes: readonly number[],
  owner: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .updateTable('batch_frames')
    .set((eb) => ({ due_ms: eb.ref('due_ms') }))
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('place', 'in', indexes)
    .where('state', '=', 'leased')
    .where('lease_owner', '=', owner)
    .returning('place')
    .execute()
  return new Set(rows.map(({ place }) => place))
}

interface ReleasedFrame {
  readonly index: number
  readonly state: 'waiting' | 'done'
  readonly attempts: number
  readonly workersLost: number
  readonly dueMs: number
  readonly seq: number | null
  readonly result: string | null
}

/** Writes frames that the caller holds. One statement, because one per frame would block the event loop for long. */
export async function release(
  db: Db,
  { accountId, batchId }: BatchKey,
  frames: readonly ReleasedFrame[],
): Promise<void> {
  await db
    .insertInto('batch_frames')
    .values(
      frames.map(({ index, state, attempts, workersLost, dueMs, seq, result }) => ({
        account_id: accountId,
        batch_id: batchId,
        place: index,
        state,
        attempts,
        workers_lost: workersLost,
        lease_owner: null,
        due_ms: dueMs,
        seq,
        result,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'batch_id', 'place']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        attempts: eb.ref('excluded.attempts'),
        workers_lost: eb.ref('excluded.workers_lost'),
        lease_owner: null,
        due_ms: eb.ref('excluded.due_ms'),
        seq: eb.ref('excluded.seq'),
        result: eb.ref('excluded.result'),
      })),
    )
    .execute()
}

/** Renews the owner's leases on frames of these batches. */
export async function renewLeases(
  db: Db,
  owner: string,
  { accountId, batchIds }: BatchesOfAccount,
  leaseUntilMs: number,
): Promise<void> {
  await db
    .updateTable('batch_frames')
    .set({ due_ms: leaseUntilMs })
    .where('account_id', '=', accountId)
    .where('batch_id', 'in', batchIds)
    .where('state', '=', 'leased')
    .where('lease_owner', '=', owner)
    .execute()
}

/** Ends an owner's leases on frames of these batches, so that others need not wait. Returns their number. */
export async function releaseLeases(db: Db, owner: string, { accountId, batchIds }: BatchesOfAccount): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('batch_frames')
    .set({ state: 'waiting', lease_owner: null, due_ms: 0 })
    .where('account_id', '=', accountId)
    .where('batch_id', 'in', batchIds)
    .where('state', '=', 'leased')
    .where('lease_owner', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function listLeaseOwners(db: Db, { accountId, batchIds }: BatchesOfAccount): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('batch_frames')
    .select('lease_owner')
    .where('account_id', '=', accountId)
    .where('batch_id', 'in', batchIds)
    .where('state', '=', 'leased')
    .distinct()
    .execute()
  return rows.flatMap(({ lease_owner }) => lease_owner ?? [])
}

/** How many frames of a batch are leased now. */
export async function countLeased(db: Db, { accountId, batchId }: BatchKey, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('batch_frames')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'leased')
    .where('due_ms', '>', nowMs)
    .executeTakeFirst()
  return row?.n ?? 0
}

interface StoredResult {
  readonly seq: number
  readonly index: number
  readonly attempts: number
  readonly result: FrameScore
}

/** Results in the order of completion, after one sequence number and up to another. */
export async function listResults(
  db: Db,
  { accountId, batchId }: BatchKey,
  after: number,
  to: number,
): Promise<readonly StoredResult[]> {
  const rows = await db
    .selectFrom('batch_frames')
    .select(['seq', 'place', 'attempts', 'result'])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, place, attempts, result }) => ({
    seq: seq ?? 0,
    index: place,
    attempts,
    result: JSON.parse(result ?? '{}') as FrameScore,
  }))
}

/** The size of these results in bytes, without reading them. */
export async function listResultSizes(
  db: Db,
  { accountId, batchId }: BatchKey,
  after: number,
  to: number,
): Promise<readonly { readonly seq: number; readonly bytes: number }[]> {
  const rows = await db
    .selectFrom('batch_frames')
    .select(['seq', sql<number>`octet_length(result)`.as('bytes')])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, bytes }) => ({ seq: seq ?? 0, bytes: bytes ?? 0 }))
}

/** Deletes some of the frames and returns how many. */
export function deleteFrames(db: Db, batches: BatchesOfAccount, rowsMax: number): Promise<number> {
  return deleteRowsOfBatches(db, { table: 'batch_frames' }, batches, rowsMax)
}

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
