import { partNameOf } from '@palate/core/taste/frame-parts.ts'
import { sql } from 'kysely'
import type { SentPictures } from '../../operations.ts'
import type { ListPinnedWorking } from '../../ports/batches.ts'
import type { Db } from '../../store/schema.ts'
import { insertPictures } from './batch-pictures.ts'
import type { BatchKey } from './batch-store.ts'
import type { Frame } from './part-store.ts'
import { insertParts } from './part-store.ts'

/** The large part of a submission. */
export interface BatchRequest {
  readonly frames: readonly Frame[]
  /** JSON of the elements if the state is not a version; otherwise null. */
  readonly working: string | null
  /** Sent with the submission. */
  readonly pictures?: SentPictures | undefined
}

/**
 * Stored in place of the frames, which are in `batch_request_parts`. Deliberately not JSON: a process of a version
 * without parts cannot read it, logs an error, and leaves the batch to other processes.
 */
const framesAreInParts = 'in batch_request_parts'

export async function insertRequest(db: Db, key: BatchKey, request: BatchRequest): Promise<void> {
  const { frames, working, pictures } = request
  const { accountId, batchId } = key
  await db
    .insertInto('batch_requests')
    .values({ account_id: accountId, batch_id: batchId, frames: framesAreInParts, working })
    .execute()
  await insertParts(db, key, pictures ? framesWithPictures(frames, pictures) : frames)
  if (pictures) await insertPictures(db, key, pictures)
}

function framesWithPictures(frames: readonly Frame[], pictures: SentPictures): readonly Frame[] {
  return frames.map((frame) => {
    const sent = pictures.get(partNameOf(frame.url) ?? '')
    return sent ? { ...frame, picture: { contentHash: sent.contentHash, bytes: sent.bytes } } : frame
  })
}

/** The size of a submission's row in bytes, without reading it; undefined if there is none. */
export async function measureRequest(db: Db, { accountId, batchId }: BatchKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('batch_requests')
    .select(sql<number>`octet_length(frames) + coalesce(octet_length(working), 0)`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.bytes
}

export async function findWorking(db: Db, { accountId, batchId }: BatchKey): Promise<string | null> {
  const row = await db
    .selectFrom('batch_requests')
    .select('working')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.working ?? null
}

/** The frames of a submission stored without parts by an older version; undefined if they are in parts. */
export async function findUncutFrames(
  db: Db,
  { accountId, batchId }: BatchKey,
): Promise<BatchRequest['frames'] | undefined> {
  const row = await db
    .selectFrom('batch_requests')
    .select('frames')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('frames', '<>', framesAreInParts)
    .executeTakeFirst()
  return row && (JSON.parse(row.frames) as BatchRequest['frames'])
}

/** The working states that unfinished batches of a profile are scored against, as JSON. */
export const listPinnedWorking: ListPinnedWorking = async (db, { accountId, profileId }) => {
  const rows = await db
    .selectFrom('batches')
    .innerJoin('batch_requests', (join) =>
      join
        .onRef('batch_requests.account_id', '=', 'batches.account_id')
        .onRef('batch_requests.batch_id', '=', 'batches.id'),
    )
    .select('batch_requests.working')
    .where('batches.status', 'in', ['in_progress', 'canceling'])
    .where('batches.account_id', '=', accountId)
    .where('batches.profile_id', '=', profileId)
    .where('batch_requests.working', 'is not', null)
    .execute()
  return rows.flatMap(({ working }) => working ?? [])
}

/** The ended batches of an account whose submission is still stored. */
export async function listEndedWithRequest(db: Db, accountId: string): Promise<readonly BatchKey[]> {
  const rows = await db
    .selectFrom('batch_requests')
    .innerJoin('batches', (join) =>
      join
        .onRef('batches.account_id', '=', 'batch_requests.account_id')
        .onRef('batches.id', '=', 'batch_requests.batch_id'),
    )
    .select('batch_requests.batch_id as batchId')
    .where('batch_requests.account_id', '=', accountId)
    .where('batches.account_id', '=', accountId)
    .where('batches.completed_at', 'is not', null)
    .execute()
  return rows.map(({ batchId }) => ({ accountId, batchId }))
}

export async function deleteRequest(db: Db, { accountId, batchId }: BatchKey): Promise<void> {
  await db.deleteFrom('batch_requests').where('account_id', '=', accountId).where('batch_id', '=', batchId).execute()
}
