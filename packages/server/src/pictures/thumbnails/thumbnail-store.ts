import { slicesOf } from '@palate/core/generic/slices.ts'
import { sql } from 'kysely'
import type { Condition } from '../../ports/conditions.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { DeleteThumbnails } from '../../ports/scoring.ts'
import type { Db } from '../../store/schema.ts'

const hashesPerQueryMax = 400

export interface Thumbnail {
  readonly accountId: string
  readonly contentHash: string
  /** The requested longer side. */
  readonly side: number
  readonly data: Uint8Array
}

export type ThumbnailKey = Pick<Thumbnail, 'accountId' | 'contentHash' | 'side'>

/** `home` is the bucket that has the thumbnail as an object; null if `data` is it. */
export async function findThumbnail(db: Db, { accountId, contentHash, side }: ThumbnailKey) {
  return db
    .selectFrom('thumbnails')
    .select(['data', 'home'])
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('side', '=', side)
    .executeTakeFirst()
}

/** Whether the account's row of `stored_objects` is the object of a thumbnail. */
export const isObjectOfThumbnail = (accountId: string): Condition => sql`(side > 0 and exists (
  select 1 from thumbnails
  where thumbnails.account_id = ${accountId} and thumbnails.content_hash = stored_objects.content_hash
    and thumbnails.side = stored_objects.side and thumbnails.home like stored_objects.place || '?%'))`

export const hasThumbnail = ({ accountId, contentHash, side }: ThumbnailKey): Condition => sql`exists (
  select 1 from thumbnails where account_id = ${accountId} and content_hash = ${contentHash} and side = ${side})`

/** Deletes the thumbnails of a picture that was deleted, unless another frame or a profile has the picture. */
export function createDeleteThumbnails({ hasPicture }: Pick<FramesPort, 'hasPicture'>): DeleteThumbnails {
  return async (db, { accountId, contentHash }) => {
    await sql`
      delete from thumbnails where account_id = ${accountId} and content_hash = ${contentHash}
        and not exists (select 1 from pins where account_id = ${accountId} and content_hash = ${contentHash})
        and not ${hasPicture({ accountId, contentHash })}`.execute(db)
  }
}

/** The given pictures that have a thumbnail. */
export async function findThumbnailHashes(
  db: Db,
  accountId: string,
  contentHashes: Iterable<string>,
  side: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const slice of slicesOf([...new Set(contentHashes)], hashesPerQueryMax)) {
    const rows = await db
      .selectFrom('thumbnails')
      .select('content_hash')
      .where('account_id', '=', accountId)
      .where('content_hash', 'in', slice)
      .where('side', '=', side)
      .execute()
    for (const { content_hash } of rows) found.add(content_hash)
  }
  return found
}

/** Takes rows in key order. Renews the time of existing rows, so that a sweep does not delete them. */
export async function insertThumbnails(
  db: Db,
  thumbnails: readonly Thumbnail[],
  home: string | null,
  now: string,
): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values(
      thumbnails.map(({ accountId, contentHash, side, data }) => ({
        account_id: accountId,
        content_hash: contentHash,
        side,
        data: home === null ? data : new Uint8Array(),
        created_at: now,
        home,
        object_bytes: home === null ? 0 : data.length,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'content_hash', 'side']).doUpdateSet({ created_at: now }))
    .execute()
}
