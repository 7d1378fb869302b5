import { slicesOf } from '@palate/core/generic/slices.ts'
import { type AnnouncedObject, announceObject, keepObject } from '../../bucket/object-rows.ts'
import type { ObjectStore } from '../../bucket/object-store.ts'
import { sha256 } from '../../platform/hash.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { findThumbnail, insertThumbnails, type Thumbnail, type ThumbnailKey } from './thumbnail-store.ts'

const uploadsAtOnceMax = 8

/** From the store or a bucket. If the thumbnail is moved at this moment, the second look finds it. */
export async function readThumbnail(db: Db, objects: ObjectStore, key: ThumbnailKey): Promise<Uint8Array | undefined> {
  return (await readOnce(db, objects, key)) ?? readOnce(db, objects, key)
}

async function readOnce(db: Db, objects: ObjectStore, key: ThumbnailKey): Promise<Uint8Array | undefined> {
  const found = await findThumbnail(db, key)
  if (!found || found.home === null) return found?.data
  return objects.read(found.home, key)
}

/** Stores rows, or objects if a bucket is configured. */
export async function storeThumbnails(
  store: Store,
  objects: ObjectStore,
  thumbnails: readonly Thumbnail[],
  now: string,
): Promise<void> {
  const { home = null } = objects
  const announced = home === null ? [] : await upload(store, objects, home, thumbnails, now)
  await store.write(async (db) => {
    for (const [key, object] of announced) await keepObject(db, object, key, now)
    await insertThumbnails(db, thumbnails, home, now)
  })
}

async function upload(
  store: Store,
  objects: ObjectStore,
  home: string,
  thumbnails: readonly Thumbnail[],
  now: string,
): Promise<readonly (readonly [ThumbnailKey, AnnouncedObject])[]> {
  const announced = await store.write(async (db) => {
    const added: (readonly [ThumbnailKey, AnnouncedObject])[] = []
    for (const key of thumbnails) added.push([key, await announceObject(db, home, key, now)])
    return added
  })
  for (const slice of slicesOf(thumbnails, uploadsAtOnceMax)) {
    await Promise.all(slice.map((one) => putThumbnail(objects, home, one)))
  }
  return announced
}

export function putThumbnail(objects: ObjectStore, home: string, { data, ...key }: Thumbnail): Promise<void> {
  return objects.put(home, key, { body: new Blob([new Uint8Array(data)]), hash: sha256(data).toString('hex') })
}
