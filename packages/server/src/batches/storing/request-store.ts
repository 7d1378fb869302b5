import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { cutIntoParts, framesPerPartMax, type RequestPart } from '@palate/core/batches/request-parts.ts'
import { partNameOf } from '@palate/core/taste/frame-parts.ts'
import { sql } from 'kysely'
import type { SentPictures } from '../../operations.ts'
import type { ListPinnedWorking } from '../../ports/batches.ts'
import type { Db } from '../../store/schema.ts'
import type { BatchKey } from './batch-store.ts'
import { type BatchesOfAccount, deleteRowsOfBatches } from './rows-of-batches.ts'

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
export async function listEndedWithRequest(db: Db, accountId: string): Promise<readonly string[]> {
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
  return rows.map(({ batchId }) => batchId)
}

/** Deletes some of the rows whose parts and pictures are gone, so that a sweep finds what a stopped process left. */
export function deleteRequests(db: Db, batches: BatchesOfAccount, rowsMax: number): Promise<number> {
  const unless = sql<boolean>`(
    exists (select 1 from batch_request_parts part
      where part.account_id = ${batches.accountId} and part.batch_id = batch_requests.batch_id)
    or exists (select 1 from batch_pictures picture
      where picture.account_id = ${batches.accountId} and picture.batch_id = batch_requests.batch_id))`
  return deleteRowsOfBatches(db, { table: 'batch_requests', unless }, batches, rowsMax)
}

export interface Frame {
  readonly id: string
  readonly url: string
  /** Set if the URL names a picture that was sent with the batch. */
  readonly picture?: { readonly contentHash: string; readonly bytes: number }
}

/** Per statement. Small, because SQLite blocks the event loop. */
const partsPerStatementMax = 16

/** Stores the frames of a submission in parts. Existing parts stay unchanged. */
export async function insertParts(db: Db, key: BatchKey, frames: readonly Frame[]): Promise<void> {
  let parts: RequestPart[] = []
  for (const part of cutIntoParts(frames)) {
    parts.push(part)
    if (parts.length < partsPerStatementMax) continue
    await insertSome(db, key, parts)
    parts = []
    await yieldToEventLoop()
  }
  if (parts.length > 0) await insertSome(db, key, parts)
}

async function insertSome(db: Db, { accountId, batchId }: BatchKey, parts: readonly RequestPart[]): Promise<void> {
  await db
    .insertInto('batch_request_parts')
    .values(
      parts.map(({ first, frames }) => ({ account_id: accountId, batch_id: batchId, first_place: first, frames })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface PartSize {
  readonly first: number
  readonly bytes: number
}

/** The parts that contain the frames from one index to another, in order, without reading their text. */
export async function listPartSizes(
  db: Db,
  { accountId, batchId }: BatchKey,
  fromIndex: number,
  toIndex: number,
): Promise<readonly PartSize[]> {
  return db
    .selectFrom('batch_request_parts')
    .select(['first_place as first', sql<number>`octet_length(frames)`.as('bytes')])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('first_place', '>', fromIndex - framesPerPartMax)
    .where('first_place', '<=', toIndex)
    .orderBy('first_place')
    .execute()
}

/** The frames of the part that begins at an index; none if the batch was deleted. */
export async function findPart(db: Db, { accountId, batchId }: BatchKey, first: number): Promise<readonly Frame[]> {
  const row = await db
    .selectFrom('batch_request_parts')
    .select('frames')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('first_place', '=', first)
    .executeTakeFirst()
  return row ? (JSON.parse(row.frames) as readonly Frame[]) : []
}

export function deleteParts(db: Db, batches: BatchesOfAccount, rowsMax: number): Promise<number> {
  return deleteRowsOfBatches(db, { table: 'batch_request_parts' }, batches, rowsMax)
}

/** A row of `batch_pictures`. Small, because SQLite blocks the event loop. */
const pieceBytes = 256 * 1024

/** Stores the pictures that were sent with a batch, in pieces. */
export async function insertPictures(db: Db, { accountId, batchId }: BatchKey, pictures: SentPictures): Promise<void> {
  for (const [name, { data }] of pictures) {
    for (let piece = 0; data && piece * pieceBytes < data.length; piece += 1) {
      const bytes = data.subarray(piece * pieceBytes, (piece + 1) * pieceBytes)
      await db
        .insertInto('batch_pictures')
        .values({ account_id: accountId, batch_id: batchId, name, piece, data: bytes })
        .execute()
      await yieldToEventLoop()
    }
  }
}

/** The bytes of a picture; undefined if the batch has ended and its pictures were deleted. */
export async function findPicture(
  db: Db,
  { accountId, batchId }: BatchKey,
  name: string,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = new Uint8Array(bytes)
  for (let piece = 0; piece * pieceBytes < bytes; piece += 1) {
    const row = await db
      .selectFrom('batch_pictures')
      .select('data')
      .where('account_id', '=', accountId)
      .where('batch_id', '=', batchId)
      .where('name', '=', name)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (!row) return undefined
    picture.set(row.data, piece * pieceBytes)
  }
  return picture
}

export function deletePictures(db: Db, batches: BatchesOfAccount, rowsMax: number): Promise<number> {
  return deleteRowsOfBatches(db, { table: 'batch_pictures' }, batches, rowsMax)
}
