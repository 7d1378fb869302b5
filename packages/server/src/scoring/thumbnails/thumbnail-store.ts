import { slicesOf } from '../../platform/slices.ts'
import type { Db } from '../../store/schema.ts'

const hashesPerQueryMax = 400

export interface Thumbnail {
  readonly accountId: string
  readonly contentHash: string
  /** The requested longer side. */
  readonly side: number
  readonly data: Uint8Array
}

export async function findThumbnail(db: Db, accountId: string, contentHash: string, side: number) {
  const row = await db
    .selectFrom('thumbnails')
    .select('data')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('side', '=', side)
    .executeTakeFirst()
  return row?.data
}

/** The given pictures that have a thumbnail. */
export async function findThumbnailHashes(
  db: Db,
  accountId: string,
  contentHashes: Iterable<string>,
  side: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const some of slicesOf([...new Set(contentHashes)], hashesPerQueryMax)) {
    const rows = await db
      .selectFrom('thumbnails')
      .select('content_hash')
      .where('account_id', '=', accountId)
      .where('content_hash', 'in', some)
      .where('side', '=', side)
      .execute()
    for (const { content_hash } of rows) found.add(content_hash)
  }
  return found
}

/** Takes rows in key order. Renews the time of existing rows, so that a sweep does not delete them. */
export async function insertThumbnails(db: Db, thumbnails: readonly Thumbnail[], now: string): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values(
      thumbnails.map(({ accountId, contentHash, side, data }) => ({
        account_id: accountId,
        content_hash: contentHash,
        side,
        data,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'content_hash', 'side']).doUpdateSet({ created_at: now }))
    .execute()
}
