import { type Batch, type BatchStatus, isOver, type ModelOfResults } from '@palate/core/batches/schema.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { Thresholds } from '@palate/core/profile/schema.ts'
import { type Selectable, sql } from 'kysely'
import { idsOf } from '../../platform/ids.ts'
import type { DeleteOfProfile } from '../../ports/profiles.ts'
import type { ShownPeople } from '../../ports/scoring.ts'
import type { PinnedState } from '../../ports/states.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import { noteDue } from '../../store/due-accounts.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db, Schema } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { type BatchesOfAccount, deleteRowsOfBatches } from './rows-of-batches.ts'

const batchColumns = [
  'account_id',
  'id',
  'project_id',
  'profile_id',
  'version_id',
  'seed',
  'status',
  'total',
  'succeeded',
  'failed',
  'canceled',
  'taken',
  'asked',
  'models',
  'created_at',
  'completed_at',
] as const

export interface BatchKey {
  readonly accountId: string
  readonly batchId: string
}

/** A batch with internal members for the store and the runner. */
export interface StoredBatch extends BatchKey {
  readonly batch: Batch
  readonly projectId: string
  readonly seed: string | null
  readonly claimed: number
  /** The model that makes the next results. Undefined if an older version submitted the batch. */
  readonly model: string | undefined
  readonly dimensions: readonly string[]
  readonly explain: boolean
  readonly regions: boolean
  readonly thresholds: Thresholds | undefined
  readonly suggestions: boolean
  readonly person: string | undefined
  readonly people: ShownPeople | undefined
}

interface NewBatch extends BatchKey {
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly seed: string | null
  readonly total: number
  readonly request: {
    /** If the request asked for it. */
    readonly branchId?: string | null
    readonly dimensions: readonly string[]
    readonly explain: boolean
    readonly regions?: boolean
    readonly person?: string
    /** Batches of earlier versions have none. */
    readonly people?: ShownPeople
    readonly metadata: object
    /** If the results have verdicts: the thresholds that are set at the time. */
    readonly thresholds?: Thresholds
    /** False if verdicts do not say what would help. */
    readonly suggestions?: boolean
  }
  readonly model: string
  /** About the size of one result. */
  readonly resultBytes: number
  readonly createdAt: string
}

export async function insertBatch(store: Store, db: Db, batch: NewBatch): Promise<StoredBatch> {
  const row = await db
    .insertInto('batches')
    .values({
      account_id: batch.accountId,
      id: batch.batchId,
      project_id: batch.projectId,
      profile_id: batch.profileId,
      version_id: batch.versionId,
      seed: batch.seed,
      status: 'in_progress',
      total: batch.total,
      succeeded: 0,
      failed: 0,
      canceled: 0,
      taken: 0,
      asked: JSON.stringify(batch.request),
      models: JSON.stringify([{ model: batch.model, seq: 1 }]),
      result_bytes: batch.resultBytes,
      created_at: batch.createdAt,
    })
    .returning(batchColumns)
    .executeTakeFirstOrThrow()
  await noteDue(store, db, 'batches', batch.accountId, batch.createdAt)
  return batchOf(row)
}

export async function countUnfinished(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['in_progress', 'canceling'])
    .executeTakeFirst()
  return row?.n ?? 0
}

/** The unfinished batches of a profile, always in the same order, so that locking them cannot deadlock. */
async function findUnfinishedOfProfile(db: Db, accountId: string, profileId: string): Promise<readonly BatchKey[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('status', 'in', ['in_progress', 'canceling'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => ({ accountId, batchId: id }))
}

export async function findBatch(db: Db, { accountId, batchId }: BatchKey): Promise<StoredBatch | undefined> {
  const row = await db
    .selectFrom('batches')
    .select(batchColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', batchId)
    .executeTakeFirst()
  return row && batchOf(row)
}

/** Locks the batch's row until the transaction ends: other writers wait. */
export async function lockBatch(db: Db, { accountId, batchId }: BatchKey): Promise<StoredBatch | undefined> {
  const row = await db
    .updateTable('batches')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('account_id', '=', accountId)
    .where('id', '=', batchId)
    .returning(batchColumns)
    .executeTakeFirst()
  return row && batchOf(row)
}

export async function listBatches(
  db: Db,
  accountId: string,
  only: {
    readonly projects?: readonly string[] | null
    readonly profileId?: string | undefined
    readonly status?: BatchStatus | undefined
  },
  before: string | undefined,
  limit: number,
): Promise<readonly StoredBatch[]> {
  let query = db.selectFrom('batches').select(batchColumns).where('account_id', '=', accountId)
  if (only.projects) query = query.where(inProjects('project_id', only.projects))
  if (only.profileId !== undefined) query = query.where('profile_id', '=', only.profileId)
  if (only.status !== undefined) query = query.where('status', '=', only.status)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(batchOf)
}

/** An unfinished batch, without its request. */
export interface Unfinished extends BatchKey {
  readonly status: BatchStatus
  readonly total: number
  readonly claimed: number
  readonly model: string | undefined
  readonly createdAt: string
}

/** Unfinished batches of an account, at most `unfinishedBatchesMax`. */
export async function listUnfinished(db: Db, accountId: string): Promise<readonly Unfinished[]> {
  const rows = await db
    .selectFrom('batches')
    .select(['id', 'status', 'total', 'taken', 'models', 'created_at'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['in_progress', 'canceling'])
    .execute()
  return rows.map(({ id, status, total, taken, models, created_at }) => ({
    accountId,
    batchId: id,
    status: status as BatchStatus,
    total,
    claimed: taken,
    model: modelsIn(models).at(-1)?.model,
    createdAt: created_at,
  }))
}

export interface BatchProgress {
  readonly status: BatchStatus
  readonly succeeded: number
  readonly failed: number
  readonly canceled: number
  readonly claimed: number
  readonly completedAt: string | null
}

export async function updateBatch(
  db: Db,
  { accountId, batchId }: BatchKey,
  progress: BatchProgress,
): Promise<StoredBatch> {
  const row = await db
    .updateTable('batches')
    .set({
      status: progress.status,
      succeeded: progress.succeeded,
      failed: progress.failed,
      canceled: progress.canceled,
      taken: progress.claimed,
      completed_at: progress.completedAt,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', batchId)
    .returning(batchColumns)
    .executeTakeFirstOrThrow()
  return batchOf(row)
}

export interface EndedBatch extends BatchKey {
  readonly total: number
}

/** Batches of an account that ended before a time, in the order of their ids, for the sweep. Ids sort by creation time. */
export async function listEndedBefore(
  db: Db,
  accountId: string,
  { before, after }: { readonly before: string; readonly after: string },
  limit: number,
): Promise<readonly EndedBatch[]> {
  const rows = await db
    .selectFrom('batches')
    .select(['id', 'total'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('id', '<', idsOf('batch', before).last)
    .where('completed_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, total }) => ({ accountId, batchId: id, total }))
}

/** The model makes the results from now on, beginning with the next one. */
export async function setModel(db: Db, { accountId, batchId, batch }: StoredBatch, model: string): Promise<void> {
  const { counts, model: first = model, models = [{ model: first, seq: 1 }] } = batch
  const seq = counts.succeeded + counts.failed + 1
  const now = [...models.filter((one) => one.seq < seq), { model, seq }]
  await db
    .updateTable('batches')
    .set({ models: JSON.stringify(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', batchId)
    .execute()
}

/** Deletes some of the batches whose frames and requests are gone, and returns how many. */
export function deleteBatches(db: Db, batches: BatchesOfAccount, rowsMax: number): Promise<number> {
  const unless = sql<boolean>`(
    exists (select 1 from batch_frames frame
      where frame.account_id = ${batches.accountId} and frame.batch_id = batches.id)
    or exists (select 1 from batch_requests request
      where request.account_id = ${batches.accountId} and request.batch_id = batches.id))`
  return deleteRowsOfBatches(db, { table: 'batches', column: 'id', unless }, batches, rowsMax)
}

/** The arguments with which `FindPinnedState` finds the state of the batch. */
export function pinned({ accountId, projectId, batch, seed }: StoredBatch, working: string | null): PinnedState {
  return { accountId, projectId, profileId: batch.profile_id, versionId: batch.version_id, seed, working }
}

function batchOf(row: Pick<Selectable<Schema['batches']>, (typeof batchColumns)[number]>): StoredBatch {
  const request = JSON.parse(row.asked) as NewBatch['request']
  const { branchId, dimensions, explain, regions = false, person, people, metadata, thresholds } = request
  const { suggestions = true } = request
  const models = modelsIn(row.models)
  const batch: Batch = {
    batch_id: row.id,
    profile_id: row.profile_id,
    ...(branchId !== undefined && { branch_id: branchId }),
    version_id: row.version_id,
    status: row.status as BatchStatus,
    counts: { total: row.total, succeeded: row.succeeded, failed: row.failed, canceled: row.canceled },
    metadata: metadata as Batch['metadata'],
    ...(models[0] && { model: models[0].model }),
    ...(models.length > 1 && { models: [...models] }),
    created_at: row.created_at,
    ...(row.completed_at !== null && { completed_at: row.completed_at }),
  }
  return {
    accountId: row.account_id,
    batchId: row.id,
    batch,
    projectId: row.project_id,
    seed: row.seed,
    claimed: row.taken,
    model: models.at(-1)?.model,
    dimensions,
    explain,
    regions,
    person,
    people,
    thresholds,
    suggestions,
  }
}

function modelsIn(column: string | null): readonly ModelOfResults[] {
  return column === null ? [] : JSON.parse(column)
}

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

/** The creation times of the unfinished batches that the caller can see, at most `unfinishedBatchesMax`. */
export async function listUnfinishedOf(db: Db, { accountId, projects }: Caller): Promise<readonly string[]> {
  let query = db
    .selectFrom('batches')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['in_progress', 'canceling'])
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  return (await query.execute()).map((row) => row.created_at)
}

/** Ends the unfinished batches of a deleted profile as failed. Their results are kept like those of other batches. */
export function createFailBatches(recordEnd: RecordBatchEnd): DeleteOfProfile {
  return async (db, { accountId, profileId }, now) => {
    const keys = await findUnfinishedOfProfile(db, accountId, profileId)
    // Lock all of them before the first event, because saving results also locks the batch before it records an event.
    for (const key of keys) await lockBatch(db, key)
    for (const key of keys) await endBatch(db, key, 'failed', new Date(now), recordEnd)
  }
}
