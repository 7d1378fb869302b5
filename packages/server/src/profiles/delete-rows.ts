import type { DeleteOfProfile } from '../ports.ts'
import { deleteObjects } from './object-store.ts'
import { deleteProfile } from './profile-store.ts'
import { deleteVersions } from './version-store.ts'
import { deleteWorkingTexts } from './working-text-store.ts'

/** The profile itself with its versions and snapshots. */
export const deleteProfileRows: DeleteOfProfile = async (db, key) => {
  await deleteProfile(db, key)
  await deleteVersions(db, key)
  await deleteObjects(db, key)
  await deleteWorkingTexts(db, key)
}
