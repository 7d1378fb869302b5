import type { DeleteOfProfile } from '../ports/profiles.ts'
import { deleteAlertsOfProfile, deletePoorBatch } from './alerts/alert-store.ts'
import { deleteSequence } from './events/event-store.ts'

export const deleteAlertRulesOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await deleteAlertsOfProfile(db, accountId, profileId)
}

/** Deletes what recorded events keep for a profile. Runs after the profile's last event. */
export const deleteEventStateOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await deletePoorBatch(db, accountId, profileId)
  await deleteSequence(db, accountId, profileId)
}
