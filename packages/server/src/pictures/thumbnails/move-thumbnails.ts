import { sql } from 'kysely'
import type { Movable, MoveServices } from '../../bucket/move.ts'
import { announceObject, keepObject } from '../../bucket/object-rows.ts'
import { createObjectStore, type ObjectKey } from '../../bucket/object-store.ts'
import { patientS3Times } from '../../bucket/s3-client.ts'
import type { Db } from '../../store/schema.ts'
import { putThumbnail, readThumbnail } from './thumbnail-objects.ts'
import { findThumbnail, type ThumbnailKey } from './thumbnail-store.ts'

/** Moves thumbnails to a bucket, or to the store if `to` is null, while the service runs. */
export function movableThumbnails({ store, config, clock }: MoveServices, to: string | null): Movable {
  const objects = createObjectStore(config, patientS3Times)
  const now = () => clock().toISOString()
  return {
    list: (accountId, after, limit) => listElsewhere(store.read, accountId, to, after, limit),
    async move(key) {
      const found = await findThumbnail(store.read, key)
      if (!found || found.home === to) return undefined
      const data = await readThumbnail(store.read, objects, key)
      if (!data) throw new Error('its bytes are missing')
      const announced = to === null ? undefined : await store.write((db) => announceObject(db, to, key, now()))
      if (announced) await putThumbnail(objects, announced.home, { ...key, data })
      const isMoved = await store.write(async (db) => {
        if (announced) await keepObject(db, announced, key, now())
        const values = {
          home: to,
          data: to === null ? data : new Uint8Array(),
          object_bytes: to === null ? 0 : data.length,
        }
        return updateHome(db, key, found.home, values)
      })
      return isMoved ? data.length : undefined
    },
  }
}

/** False if the thumbnail was deleted or moved. */
async function updateHome(
  db: Db,
  { accountId, contentHash, side }: ThumbnailKey,
  from: string | null,
  values: { readonly home: string | null; readonly data: Uint8Array; readonly object_bytes: number },
): Promise<boolean> {
  const row = await db
    .updateTable('thumbnails')
    .set(values)
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('side', '=', side)
    .where(sql<boolean>`coalesce(home, '') = ${from ?? ''}`)
    .returning('side')
    .executeTakeFirst()
  return row !== undefined
}

async function listElsewhere(
  db: Db,
  accountId: string,
  to: string | null,
  { contentHash = '', side = 0 }: Partial<ObjectKey> = {},
  limit: number,
): Promise<readonly ObjectKey[]> {
  return db
    .selectFrom('thumbnails')
    .select(['account_id as accountId', 'content_hash as contentHash', 'side'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(content_hash, side) > (${contentHash}, cast(${side} as integer))`)
    .where(sql<boolean>`coalesce(home, '') <> ${to ?? ''}`)
    .orderBy('content_hash')
    .orderBy('side')
    .limit(limit)
    .execute()
}
