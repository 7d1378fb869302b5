import type { DeleteOfProfile } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'

/**
 * Deletes the content hashes of a profile's pictures, its pinned pool and its last scores. Features stay, because they
 * belong to the account.
 */
export const deletePins: DeleteOfProfile = async (db, profile) => {
  await deleteRowsOfProfile(db, { table: 'pins', key: 'source' }, profile)
  await deleteRowsOfProfile(db, { table: 'pooled_tastes', key: 'features_id' }, profile)
  await deleteRowsOfProfile(db, { table: 'recent_frames', key: 'frame_id' }, profile)
}
