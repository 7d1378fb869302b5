import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createEventRecorder, createRecordBatchEnd } from '@palate/server/webhooks/events/event-recorder.ts'
import type { TestService } from '../harness/service.ts'

/** Records events on the service's store, like another process that delivers nothing. */
export async function openOtherProcess({ home }: Pick<TestService, 'home'>, webhookId: string, skipMs = 0) {
  const store = await openStore(readConfig(home.env))
  const clock = () => new Date(Date.now() + skipMs)
  const { record } = createEventRecorder({ store, newId: createIdSource(clock), clock }, () => {})
  const { account_id: accountId } = await store.read
    .selectFrom('webhooks')
    .select('account_id')
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()
  return {
    store,
    clock,
    accountId,
    record: (...events: NewEvent[]) => store.write((db) => record(db, { accountId }, events, clock().toISOString())),
    /** Several changes in one transaction: their deliveries all appear together. */
    recordAll: (changes: readonly (readonly NewEvent[])[]) =>
      store.write(async (db) => {
        for (const events of changes) await record(db, { accountId }, events, clock().toISOString())
      }),
    noteBatch: (profileId: string, { id, total, failed }: { id: string; total: number; failed: number }) => {
      const now = clock().toISOString()
      const batch = {
        batch_id: id,
        profile_id: profileId,
        version_id: null,
        status: 'completed' as const,
        counts: { total, succeeded: total - failed, failed, canceled: 0 },
        metadata: {},
        created_at: now,
        completed_at: now,
      }
      return store.write((db) => createRecordBatchEnd(record)(db, { accountId, projectId: 'studio' }, batch, now))
    },
    close: () => store.close(),
  }
}
