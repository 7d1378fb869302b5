import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SentPictures } from '../../operations.ts'
import type { Db } from '../../store/schema.ts'
import type { BatchKey } from './batch-store.ts'

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

/** Deletes some of the pieces and returns how many. */
export async function deletePictures(db: Db, { accountId, batchId }: BatchKey, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('batch_pictures')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .where((eb) =>
      eb(
        eb.refTuple('name', 'piece'),
        'in',
        eb
          .selectFrom('batch_pictures')
          .select(['name', 'piece'])
          .where('account_id', '=', accountId)
          .where('batch_id', '=', batchId)
          .limit(limit)
          .$asTuple('name', 'piece'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
