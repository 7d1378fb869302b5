import { readConfig } from '@palate/server/config.ts'
import { createIdSource } from '@palate/server/services.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createRecorder } from '@palate/server/webhooks/record.ts'
import { createNoteBatch } from '@palate/server/webhooks/score-watch.ts'
import type { TestService } from '../harness/service.ts'

/** What other parts of the service are given, on the same store: as if by another process, which delivers nothing. */
export async function openBeside({ home }: Pick<TestService, 'home'>, webhookId: string) {
  const store = await openStore(readConfig(home.env))
  const clock = () => new Date()
  const { record } = createRecorder({ store, newId: createIdSource(clock) }, () => {})
  const { account_id: accountId } = await store.read
    .selectFrom('webhooks')
    .select('account_id')
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()
  return {
    store,
    clock,
    accountId,
    record: (...events: Parameters<typeof record>[2]) =>
      store.write((db) => record(db, accountId, events, clock().toISOString())),
    noteBatch: (profileId: string, batch: { id: string; total: number; failed: number }) => {
      const of = { accountId, projectId: 'studio', profileId }
      return store.write((db) => createNoteBatch(record)(db, of, batch, clock().toISOString()))
    },
    close: () => store.close(),
  }
}
