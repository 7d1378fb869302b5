import type { DeleteOfProfile } from '../ports.ts'

/** Scoring keeps the content hashes of a profile's pictures. Features stay: they belong to the account. */
export const deletePins: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await db.deleteFrom('pins').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}
