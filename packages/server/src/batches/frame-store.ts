import type { Db } from '../store/schema.ts'
import type { BatchKey } from './batch-store.ts'

/**
 * A frame of a batch, as the processes that work on it see it:
 *
 *   not taken ──take──▶ leased ──release──▶ done
 *                        │  ▲
 *               release  ▼  │ reclaim (due)
 *                       waiting
 *
 * A lease that runs out is due too: its owner has died or lost touch. Whatever it still says is refused, because only
 * what the speaker still holds (`hold`) is released. So each frame gets exactly one result.
 */
export interface ClaimedFrame {
  readonly place: number
  /** Attempts before this one. */
  readonly attempts: number
  /** How many workers have stopped while they had it. */
  readonly workersLost: number
}

/** Frames that wait for their next attempt and those whose lease has run out, where their time has come. */
export async function findDue(db: Db, { accountId, batchId }: BatchKey, nowMs: number, limit: number) {
  return db
    .selectFrom('batch_frames')
    .select(['place', 'attempts', 'workers_lost as workersLost', 'state'])
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
  places: readonly number[],
  owner: string,
  leaseUntilMs: number,
): Promise<void> {
  await db
    .updateTable('batch_frames')
    .set({ state: 'leased', lease_owner: owner, due_ms: leaseUntilMs })
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('place', 'in', places)
    .execute()
}

export async function take(
  db: Db,
  { accountId, batchId }: BatchKey,
  places: readonly number[],
  owner: string,
  leaseUntilMs: number,
): Promise<void> {
  await db
    .insertInto('batch_frames')
    .values(
      places.map((place) => ({
        account_id: accountId,
        batch_id: batchId,
        place,
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
 * Which of these frames the owner still holds. The others it has lost: somebody else has them, or their result is there
 * already. Those that it holds are locked until the transaction ends.
 */
export async function hold(
  db: Db,
  { accountId, batchId }: BatchKey,
  places: readonly number[],
  owner: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .updateTable('batch_frames')
    .set((eb) => ({ due_ms: eb.ref('due_ms') }))
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('place', 'in', places)
    .where('state', '=', 'leased')
    .where('lease_owner', '=', owner)
    .returning('place')
    .execute()
  return new Set(rows.map(({ place }) => place))
}

export interface FrameRow {
  readonly place: number
  readonly state: 'waiting' | 'done'
  readonly attempts: number
  readonly workersLost: number
  readonly dueMs: number
  readonly seq: number | null
  readonly result: string | null
}

/** Writes frames that the speaker holds, all in one statement: one for each would keep the event loop for long. */
export async function release(db: Db, { accountId, batchId }: BatchKey, frames: readonly FrameRow[]): Promise<void> {
  await db
    .insertInto('batch_frames')
    .values(
      frames.map(({ place, state, attempts, workersLost, dueMs, seq, result }) => ({
        account_id: accountId,
        batch_id: batchId,
        place,
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

export async function renew(db: Db, owner: string, leaseUntilMs: number): Promise<void> {
  await db
    .updateTable('batch_frames')
    .set({ due_ms: leaseUntilMs })
    .where('lease_owner', '=', owner)
    .where('state', '=', 'leased')
    .execute()
}

/** Hands leases back, so that others need not wait for them to run out. Gives their number. */
export async function releaseLeases(db: Db, owner: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('batch_frames')
    .set({ state: 'waiting', lease_owner: null, due_ms: 0 })
    .where('lease_owner', '=', owner)
    .where('state', '=', 'leased')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function listLeaseOwners(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('batch_frames')
    .select('lease_owner')
    .where('lease_owner', 'is not', null)
    .distinct()
    .execute()
  return rows.flatMap(({ lease_owner }) => lease_owner ?? [])
}

/** How many of a batch's frames somebody works on. */
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
