import type { DeleteOfProfile } from '../ports.ts'
import { deleteProfileRowsIn } from '../store/profile-rows.ts'

/** Scoring keeps the content hashes of a profile's pictures. Features stay: they belong to the account. */
export const deletePins: DeleteOfProfile = async (db, key) => {
  await deleteProfileRowsIn(db, 'pins', key)
}
