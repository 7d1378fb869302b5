import type { DeleteOfProfile } from '../ports.ts'
import { deletePoorBatch } from './alert-store.ts'
import { deleteSequence } from './event-store.ts'

export const deleteAlertRulesOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await db.deleteFrom('alert_rules').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

/** What recorded events keep for a profile. Runs after the profile's last event. */
export const deleteEventStateOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await deletePoorBatch(db, accountId, profileId)
  await deleteSequence(db, accountId, profileId)
}
