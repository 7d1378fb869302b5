import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { createEventRecorder } from '@palate/server/webhooks/events/event-recorder.ts'
import { deliveriesPerTransactionMax, FanOut } from '@palate/server/webhooks/events/fan-out.ts'
import { insertWebhook } from '@palate/server/webhooks/webhook-store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHome, engines, type Home } from '../harness/service.ts'
import { commitChain, createProfile } from '../profiles/profile-requests.ts'
import { startReceiver } from './receiver.ts'
import { createWebhook, useWebhookService } from './webhook-requests.ts'

const newId = createIdSource(() => new Date())
const eventOf = (name: string): NewEvent => ({
  type: 'profile.deleted',
  projectId: 'studio',
  profileId: 'prof_1',
  data: { profileId: 'prof_1', name },
})

describe.each(engines)('the deliveries of a change on %s', (engine) => {
  let home: Home
  let store: Store
  let accountId: string
  let webhookIds: readonly string[]
  beforeAll(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
  })
  afterAll(async () => {
    await store.close()
    await home.remove()
  })
  beforeEach(async () => {
    accountId = `acc_${randomUUID()}`
    webhookIds = await insertWebhooks(store, accountId, deliveriesPerTransactionMax)
  })

  const record = (...events: readonly NewEvent[]) => {
    const recorder = createEventRecorder({ store, newId, clock: () => new Date() }, () => {})
    return store.write((db) => recorder.record(db, { accountId }, events, new Date().toISOString()))
  }
  const clock = () => new Date()
  const fanOut = () => new FanOut({ store, newId, clock })
  const finish = async () => {
    const steps = fanOut()
    while (await steps.step(accountId));
  }
  const made = () =>
    store.read
      .selectFrom('deliveries')
      .select(['webhook_id', 'event_id', 'place', 'due_at', 'created_at'])
      .where('account_id', '=', accountId)
      .execute()

  test('are created with it if they are at most 250', async () => {
    await record(eventOf('first'))
    expect(new Set((await made()).map(({ webhook_id }) => webhook_id))).toEqual(new Set(webhookIds))
  })

  test('are created afterwards if they are more: 250 per transaction, each once, in the order of the events', async () => {
    const names = ['a', 'b', 'c'].map(eventOf)
    await record(...names)
    expect(await made()).toEqual([])
    const places: (readonly number[])[] = []
    for (const steps = fanOut(); await steps.step(accountId); ) {
      places.push([...new Set((await made()).map(({ place }) => place))].sort())
    }
    expect(places).toEqual([[1], [1, 2], [1, 2, 3]])
    const rows = await made()
    expect(rows).toHaveLength(names.length * webhookIds.length)
    expect(new Set(rows.map(({ webhook_id, event_id }) => `${webhook_id} ${event_id}`)).size).toBe(rows.length)
    expect(rows.every(({ due_at, created_at }) => due_at === created_at)).toBe(true)
  })

  test('are not lost or repeated if a process ends between two steps or inside one', async () => {
    await record(...['a', 'b'].map(eventOf))
    await fanOut().step(accountId)
    const failing = { ...store, write: (work) => store.write(async (db) => Promise.reject(await work(db))) } as Store
    await expect(new FanOut({ store: failing, newId, clock }).step(accountId)).rejects.toBe(true)
    expect(await made()).toHaveLength(deliveriesPerTransactionMax)
    await Promise.all([finish(), finish()])
    expect(await made()).toHaveLength(2 * webhookIds.length)
  })

  test('a later event of the profile waits for them, and one of another profile does not', async () => {
    await record(...['a', 'b'].map(eventOf))
    await record(eventOf('later'))
    await record({ ...eventOf('elsewhere'), profileId: 'prof_2' })
    expect((await made()).length).toBe(webhookIds.length)
    await fanOut().step(accountId)
    await fanOut().step(accountId)
    const places = (await made()).filter(({ place }) => place > 2)
    expect(places).toEqual([])
    await finish()
    expect(await made()).toHaveLength(4 * webhookIds.length)
  })

  test('a webhook created after the event gets none of it, and a deleted one delays nothing', async () => {
    const events = ['a', 'b'].map(eventOf)
    await record(...events)
    const [deleted = ''] = webhookIds
    await store.write(async (db) => void (await db.deleteFrom('webhooks').where('id', '=', deleted).execute()))
    const [late = ''] = await insertWebhooks(store, accountId, 1)
    await finish()
    expect((await made()).filter(({ webhook_id }) => webhook_id === late)).toEqual([])
    const left = await store.read
      .selectFrom('event_fan_outs')
      .select('stream')
      .where('account_id', '=', accountId)
      .execute()
    expect(left).toEqual([])
  })
})

describe.each(engines)('a PATCH with more events than its transaction delivers on %s', (engine) => {
  const service = useWebhookService(engine)

  test('reaches its webhooks in the order of the commits', async () => {
    const receiver = await startReceiver()
    const client = { ...service, ...service.as(await service.newAccount()) }
    const urls = ['a', 'b', 'c'].map((name) => `${receiver.url}/${name}`)
    for (const url of urls) await createWebhook(client, url, { events: ['profile.committed'] })
    const profileId = await createProfile(client)
    const versions = Array.from({ length: deliveriesPerTransactionMax / 2 }, (_, i) => `v${i}`)
    await commitChain(client, profileId, versions)
    await receiver.waitFor(urls.length * versions.length)
    for (const [, got] of Map.groupBy(receiver.got, ({ path }) => path)) {
      expect(got.map(({ body }) => body.data.versionId)).toEqual(versions)
    }
    await receiver.stop()
  })
})

/** Many in one go: copies of the first with new ids. */
async function insertWebhooks(store: Store, accountId: string, count: number): Promise<readonly string[]> {
  const now = new Date().toISOString()
  const ids = Array.from({ length: count }, () => newId('hook'))
  const [first = '', ...others] = ids
  const webhook = { id: first, url: 'http://a.test/', events: ['*'], status: 'enabled', createdAt: now, updatedAt: now }
  await store.write(async (db) => {
    await insertWebhook(db, accountId, webhook as Parameters<typeof insertWebhook>[2], 'whsec_')
    const row = await db.selectFrom('webhooks').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    for (let at = 0; at < others.length; at += rowsPerStatement) {
      const rows = others.slice(at, at + rowsPerStatement).map((id) => ({ ...row, id }))
      await db.insertInto('webhooks').values(rows).execute()
    }
  })
  return ids
}

const rowsPerStatement = 250
