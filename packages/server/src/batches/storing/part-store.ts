import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { cutIntoParts, framesPerPartMax, type RequestPart } from '@palate/core/batches/request-parts.ts'
import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'
import type { BatchKey } from './batch-store.ts'

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

/** Deletes some of the parts and returns how many. */
export async function deleteParts(db: Db, { accountId, batchId }: BatchKey, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('batch_request_parts')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where('first_place', 'in', (eb) =>
      eb
        .selectFrom('batch_request_parts')
        .select('first_place')
        .where('account_id', '=', accountId)
        .where('batch_id', '=', batchId)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
