import type { DeleteOfProfile } from '../ports.ts'
import { deleteProfile } from './profile-store.ts'
import { deleteObjects } from './snapshot-store.ts'
import { deleteVersions } from './version-store.ts'

/** The profile itself with its versions and snapshots. */
export const deleteProfileRows: DeleteOfProfile = async (db, key) => {
  await deleteProfile(db, key)
  await deleteVersions(db, key)
  await deleteObjects(db, key)
}
