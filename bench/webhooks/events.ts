import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createEventRecorder } from '@palate/server/webhooks/events/event-recorder.ts'
import type { Env } from '../../tests/harness/home.ts'

const profiles = 100

/** Records events of many profiles through the service's own recorder, and returns their bodies. */
export async function recordEvents(
  env: Env,
  { webhooks, count }: { readonly webhooks: number; readonly count: number },
): Promise<readonly string[]> {
  const store = await openStore(readConfig(env))
  const clock = () => new Date()
  const { record } = createEventRecorder({ store, newId: createIdSource(clock), clock }, () => {})
  const { account_id: accountId } = await store.read
    .selectFrom('webhooks')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const profileIds = Array.from({ length: profiles }, (_, i) => `prof_${String(i).padStart(32, '0')}`)
  for (let i = 0; i < count; i += profiles) {
    const events = profileIds.map((profileId, k): NewEvent => {
      const updatedAt = clock().toISOString()
      const data = { profileId, name: `event ${i + k}`, changes: ['name' as const], updatedAt }
      return { type: 'profile.updated', projectId: 'bench', profileId, data }
    })
    await store.write((db) => record(db, { accountId }, events, clock().toISOString()))
  }
  const rows = await store.read.selectFrom('events').select('body').execute()
  const { deliveries } = await store.read
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('deliveries'))
    .executeTakeFirstOrThrow()
  if (deliveries !== webhooks * count) throw new Error(`${deliveries} deliveries, expected ${webhooks * count}`)
  await store.close()
  return rows.map(({ body }) => body)
}
