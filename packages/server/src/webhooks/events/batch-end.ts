import { isPoorBatch } from '@palate/core/webhooks/alerts.ts'
import type { RecordBatchEnd, RecordEvents } from '../../ports/webhooks.ts'
import { deletePoorBatch, insertPoorBatch } from '../alerts/alert-store.ts'

/** Records the end of a batch. A poor batch also raises an alert, unless the profile's last one was also poor. */
export function createRecordBatchEnd(record: RecordEvents): RecordBatchEnd {
  return async (db, { accountId, projectId }, batch, now) => {
    const { profile_id: profileId, batch_id: batchId, counts, status } = batch
    const { metadata: _, ...data } = batch
    const type = endTypes[status]
    if (type) await record(db, { accountId }, [{ type, projectId, profileId, data }], now)
    const { total, failed } = counts
    if (status !== 'completed') return
    if (!isPoorBatch({ total, failed })) return deletePoorBatch(db, accountId, profileId)
    if (!(await insertPoorBatch(db, accountId, profileId, batchId))) return
    const alert = { kind: 'batch' as const, profileId, batchId, failed, total }
    await record(db, { accountId }, [{ type: 'quality.alert', projectId, profileId, data: alert }], now)
  }
}

const endTypes = {
  completed: 'score.batch_completed',
  failed: 'score.batch_failed',
  canceled: 'score.batch_canceled',
  in_progress: undefined,
  canceling: undefined,
} as const
