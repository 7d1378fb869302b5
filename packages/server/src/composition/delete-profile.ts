import { profileDeleted } from '@palate/core/profile/events.ts'
import { createFailBatches } from '../batches/storing/batch-store.ts'
import { deleteBoardsOf } from '../boards/board-store.ts'
import { createErasePicturesOf } from '../erasures/erasures.ts'
import { isTextOfFrame } from '../frames/blobs/blob-store.ts'
import { accountDirectory } from '../keys/key-accounts.ts'
import { picturesOfProfile } from '../pictures/erased-pictures.ts'
import { deletePins } from '../pictures/pin-store.ts'
import { deleteRecentFramesOf } from '../pictures/seen-frames/seen-frame-store.ts'
import type { DeleteProfile } from '../ports/profiles.ts'
import type { RecordBatchEnd, RecordEvents } from '../ports/webhooks.ts'
import { deleteProfileRows } from '../profiles/storing/profile-store.ts'
import type { ThreadServices } from '../services.ts'
import { createDeleteSharesOf } from '../shares/sweep.ts'
import { deletePooledTastes } from '../taste/learning/pooled-taste-store.ts'
import { deleteStandIns } from '../taste/training-sets/stand-in-store.ts'
import { deleteAlertRulesOf, deleteEventStateOf } from '../webhooks/webhooks.ts'

/**
 * Deletes a profile and everything that features have stored for it, in the caller's transaction. The caller has locked
 * the profile's row. Each feature defines what it deletes; the order is defined only here.
 *
 * All transactions lock rows in this order, so that none deadlock on PostgreSQL: the profile, then boards, shares, alert rules
 * and batches, then the profile's event sequence, which every recorded event locks. The sequence itself is deleted last,
 * because the end of a batch and of the profile are still events of the profile.
 */
export function createDeleteProfile(
  services: Pick<ThreadServices, 'store'>,
  recordEvents: RecordEvents,
  recordBatchEnd: RecordBatchEnd,
): DeleteProfile {
  const erasePicturesOf = createErasePicturesOf(services, picturesOfProfile)
  const failBatches = createFailBatches(recordBatchEnd)
  const deleteSharesOf = createDeleteSharesOf(accountDirectory)
  return async (db, caller, profile, now) => {
    const key = { accountId: caller.accountId, profileId: profile.id }
    await deleteProfileRows(db, key, isTextOfFrame)
    await erasePicturesOf(db, { ...key, projectId: profile.projectId }, now)
    await deletePins(db, key, now)
    await deletePooledTastes(db, key, now)
    await deleteStandIns(db, key, now)
    await deleteRecentFramesOf(db, key, now)
    await deleteBoardsOf(db, key)
    await deleteSharesOf(db, key, now)
    await deleteAlertRulesOf(db, key, now)
    await failBatches(db, key, now)
    await recordEvents(db, caller, [profileDeleted(profile)], now)
    await deleteEventStateOf(db, key, now)
  }
}
