import type { DeleteOfProfile } from '../../ports/profiles.ts'
import { deleteProfileRowsIn } from '../../store/rows/profile-rows.ts'

/**
 * Deletes the content hashes of a profile's pictures, its pinned pool and its last scores. Features stay, because they
 * belong to the account.
 */
export const deletePins: DeleteOfProfile = async (db, key) => {
  await deleteProfileRowsIn(db, 'pins', key)
  await deleteProfileRowsIn(db, 'pooled_tastes', key)
  await deleteProfileRowsIn(db, 'recent_frames', key)
}
