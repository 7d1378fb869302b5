import tls from 'node:tls'
import { deleteAccount } from '@palate/server/composition/delete-account.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { pendingPerAccountMax, pendingPerWebhookMin } from '@palate/server/webhooks/deliveries/delivery-store.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '../harness/client.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, deadLetters, deliveries, settled, useWebhookService } from './webhook-requests.ts'

const far = '2999-01-01T00:00:00.000Z'

describe('webhooks whose hosts do not resolve', () => {
  const service = useWebhookService('sqlite')
  let store: Store
  let client: Client
  let receiver: Receiver
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    receiver = await startReceiver()
    client = service.as(await service.newAccount())
  })
  afterEach(() => receiver.stop())

  const createDead = async (count: number) => {
    const made = Array.from({ length: count }, (_, i) => createWebhook(client, `https://host-${i}.invalid/hook`))
    return (await Promise.all(made)).map(({ id }) => id as string)
  }

  async function accountOf(webhookId: string): Promise<string> {
    const query = store.read.selectFrom('webhooks').select('account_id').where('id', '=', webhookId)
    return (await query.executeTakeFirstOrThrow()).account_id
  }

  /** Pending deliveries of a webhook that are due much later. */
  const insertPending = (accountId: string, webhookId: string, count: number) =>
    store.write((db) =>
      sql`insert into deliveries (
          account_id, id, webhook_id, event_id, event_type, stream, place, status, tries, due_at, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select ${accountId}, 'dlv_old' || n, ${webhookId}, 'evt_old' || n, 'profile.created', 'old', n, 'pending', 1,
          cast(${far} as text), cast(${far} as text) from numbers`.execute(db),
    )

  test('do not delay another one of the account, and no TLS is set up for them', async () => {
    const connect = vi.spyOn(tls, 'connect')
    const dead = await createDead(45)
    const live = await createWebhook(client, receiver.url)
    for (let i = 0; i < 5; i++) await createProfile(client)
    await receiver.waitFor(5)
    expect(await settled(client, live.id, 'delivered')).toHaveLength(5)
    await expect
      .poll(async () => (await deadLetters(client, '?limit=1000')).length, { timeout: 60_000 })
      .toBe(5 * dead.length)
    const [letter] = await deadLetters(client)
    expect(letter.attempts.map(({ error }: { error: string }) => error)).toEqual(
      Array(3).fill('the host name does not resolve'),
    )
    expect(letter.reason).toBeUndefined()
    expect(connect).not.toHaveBeenCalled()
    connect.mockRestore()
  })

  test('stop being tried when their account is deleted', async () => {
    const [id = ''] = await createDead(25)
    const accountId = await accountOf(id)
    await createProfile(client)
    await deleteAccount({ store, config: readConfig(service.home.env), clock: () => new Date() }, accountId)
    const left = async () => {
      const due = await store.read
        .selectFrom('due_accounts')
        .select('kind')
        .where('account_id', '=', accountId)
        .where('kind', 'in', ['deliveries', 'fan_outs'])
        .execute()
      const rows = await store.read.selectFrom('deliveries').select('id').where('account_id', '=', accountId).execute()
      return due.length + rows.length
    }
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
  })

  test('an account has a limited number of pending deliveries: those of a long backlog become dead letters', async () => {
    const [id = ''] = await createDead(1)
    const live = await createWebhook(client, receiver.url)
    const accountId = await accountOf(id)
    await insertPending(accountId, id, pendingPerAccountMax)
    await createProfile(client)
    await receiver.waitFor(1)
    const letters = await deadLetters(client)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ webhookId: id, status: 'dead', attempts: [], reason: 'too_many_pending' })
    expect(await settled(client, live.id, 'delivered')).toHaveLength(1)

    const replay = () => client.call('POST', '/v1/webhooks/dead-letters/replay', { body: {} })
    expect((await replay()).body).toEqual({ replayed: 0 })
    await store.write((db) =>
      sql`delete from deliveries where account_id = ${accountId} and due_at = ${far}`.execute(db),
    )
    expect((await replay()).body).toEqual({ replayed: 1 })
    const [replayed] = (await deliveries(client, id)).filter((one) => one.id === letters[0].id)
    expect(replayed.reason).toBeUndefined()
  })

  test('a webhook with a short backlog gets its deliveries even then', async () => {
    const [id = '', short = ''] = await createDead(2)
    const accountId = await accountOf(id)
    await insertPending(accountId, id, pendingPerAccountMax)
    // One fewer than a long backlog.
    await store.write((db) =>
      sql`update deliveries set webhook_id = ${short} where account_id = ${accountId} and place < ${pendingPerWebhookMin}
        and id like 'dlv_old%'`.execute(db),
    )
    await createProfile(client)
    expect((await deadLetters(client)).map(({ webhookId, reason }) => [webhookId, reason])).toContainEqual([
      id,
      'too_many_pending',
    ])
    const newest = (await deliveries(client, short, '?limit=1'))[0]
    expect(newest.reason).toBeUndefined()
  })
})
