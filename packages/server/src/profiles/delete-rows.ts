import type { DeleteOfProfile } from '../ports/profiles.ts'
import { deleteProfileRowsIn } from '../store/rows/profile-rows.ts'
import { deleteProfile } from './profile-store.ts'

/** Deletes the profile itself with its working changes, versions and snapshots. */
export const deleteProfileRows: DeleteOfProfile = async (db, key) => {
  await deleteProfile(db, key)
  await deleteProfileRowsIn(db, 'annotations', key)
  await deleteProfileRowsIn(db, 'versions', key)
  await deleteProfileRowsIn(db, 'objects', key)
  await deleteProfileRowsIn(db, 'objects_ahead', key)
  await deleteProfileRowsIn(db, 'working_texts', key)
  await deleteProfileRowsIn(db, 'frame_references', key)
}
