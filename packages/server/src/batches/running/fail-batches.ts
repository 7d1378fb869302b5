import type { DeleteOfProfile } from '../../ports/profiles.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import { findUnfinishedOfProfile, lockBatch } from '../storing/batch-store.ts'
import { endBatch } from '../storing/progress.ts'

/** Ends the unfinished batches of a deleted profile as failed. Their results are kept like those of other batches. */
export function createFailBatches(recordEnd: RecordBatchEnd): DeleteOfProfile {
  return async (db, { accountId, profileId }, now) => {
    const keys = await findUnfinishedOfProfile(db, accountId, profileId)
    // Lock all of them before the first event, because saving results also locks the batch before it records an event.
    for (const key of keys) await lockBatch(db, key)
    for (const key of keys) await endBatch(db, key, 'failed', new Date(now), recordEnd)
  }
}
