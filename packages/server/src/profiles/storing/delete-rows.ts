import type { IsTextOfFrame } from '../../ports/frames.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import { deleteObjects } from '../snapshots/object-store.ts'
import { deleteProfile } from './profile-store.ts'

/** Deletes the profile itself with its working changes, versions and snapshots. */
export async function deleteProfileRows(db: Db, key: ProfileKey, isTextOfFrame: IsTextOfFrame): Promise<void> {
  await deleteProfile(db, key)
  await deleteRowsOfProfile(db, { table: 'annotations', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'asks', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'judgements', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'versions', key: 'id' }, key)
  await deleteObjects(db, key, isTextOfFrame)
  await deleteRowsOfProfile(db, { table: 'objects_ahead', key: 'piece' }, key)
  await deleteRowsOfProfile(db, { table: 'working_texts', key: 'hash' }, key)
  await deleteRowsOfProfile(db, { table: 'frame_references', key: 'frame_id' }, key)
}
