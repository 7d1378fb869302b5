import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Movable, MoveServices } from '../../bucket/move.ts'
import { announceObject, keepObject } from '../../bucket/object-rows.ts'
import { createObjectStore, type ObjectKey } from '../../bucket/object-store.ts'
import { patientS3Times } from '../../bucket/s3-client.ts'
import { sha256 } from '../../platform/hash.ts'
import type { Db } from '../../store/schema.ts'
import { createUploadSpool } from '../upload-spool.ts'
import { type BlobKey, findBlob, lockBlob, setHome } from './blob-store.ts'
import { openBlobStorage } from './open-blob-storage.ts'

/**
 * Moves the bytes of frames to a bucket, or to the store if `to` is null, while the service runs. They are in the new
 * place before the row names it, and leave the old place afterwards.
 */
export function movableFrames(services: MoveServices, to: string | null): Movable {
  const { store, config, clock } = services
  const blobs = openBlobStorage(services)
  const objects = createObjectStore(config, patientS3Times)
  const spool = createUploadSpool(config.dataDir)
  const now = () => clock().toISOString()

  async function readStored(key: BlobKey): Promise<Buffer | undefined> {
    const stream = await blobs.open(store.read, key)
    return stream && buffer(stream)
  }

  async function read(key: BlobKey, home: string | null): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const found = home === null ? await readStored(key) : await objects.read(home, { ...key, side: 0 })
    const bytes = found && new Uint8Array(found)
    return bytes && sha256(bytes).toString('hex') === key.contentHash ? bytes : undefined
  }

  /** Only if the bytes are still where they were read. */
  async function commit(key: BlobKey, from: string | null, place: (db: Db) => Promise<void>): Promise<boolean> {
    return store.write(async (db) => {
      const row = await lockBlob(db, key, now())
      if (!row || row.text || row.home !== from) return false
      await place(db)
      await setHome(db, key, to)
      if (from === null) await blobs.remove(db, key)
      return true
    })
  }

  async function moveToBucket(key: BlobKey, from: string | null, home: string, bytes: Uint8Array<ArrayBuffer>) {
    const object = { ...key, side: 0 }
    const announced = await store.write((db) => announceObject(db, home, object, now()))
    await objects.put(home, object, { body: new Blob([bytes]), hash: key.contentHash })
    const isMoved = await commit(key, from, (db) => keepObject(db, announced, object, now()))
    if (isMoved && from === null) await blobs.removeIfUnreferenced(key)
    return isMoved
  }

  async function moveToStore(key: BlobKey, from: string | null, bytes: Uint8Array) {
    const file = await spool.receive([bytes])
    return commit(key, from, (db) => blobs.put(db, key, file.path)).finally(() => spool.discard(file))
  }

  return {
    list: (accountId, after, limit) => listElsewhere(store.read, accountId, to, after, limit),
    async move({ accountId, contentHash }) {
      const key = { accountId, contentHash }
      const found = await findBlob(store.read, key)
      if (!found || found.text || found.home === to) return undefined
      const bytes = await read(key, found.home)
      if (!bytes) throw new Error('its bytes are missing or damaged')
      const isMoved = await (to === null
        ? moveToStore(key, found.home, bytes)
        : moveToBucket(key, found.home, to, bytes))
      return isMoved ? bytes.length : undefined
    },
  }
}

async function listElsewhere(
  db: Db,
  accountId: string,
  to: string | null,
  { contentHash = '' }: Partial<ObjectKey> = {},
  limit: number,
): Promise<readonly ObjectKey[]> {
  const rows = await db
    .selectFrom('frame_contents')
    .select(['account_id as accountId', 'content_hash as contentHash'])
    .where('account_id', '=', accountId)
    .where('content_hash', '>', contentHash)
    .where('text_object', 'is', null)
    .where(sql<boolean>`coalesce(home, '') <> ${to ?? ''}`)
    .orderBy('content_hash')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, side: 0 }))
}
