import { daysKept } from '@palate/core/days-kept.ts'
import { sweepAudit } from '@palate/server/audit/audit-store.ts'
import { type Sweep, sweepAccounts } from '@palate/server/composition/sweep-accounts.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { findAccountOf } from '@palate/server/keys/key-accounts.ts'
import { hashKey } from '@palate/server/keys/secret.ts'
import { UsageMeter } from '@palate/server/keys/usage.ts'
import { listAccountsToSweep } from '@palate/server/store/due-accounts.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { engines } from '../harness/service.ts'
import { insertTestKey } from '../keys/insert-test-key.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { createWebhook, deliveries, sendTest, settled, useWebhookService } from '../webhooks/webhook-requests.ts'
import { breakAccount } from './break-account.ts'

interface Account extends Client {
  readonly accountId: string
}

describe.each(engines)('an account whose rows cannot be written on %s', (engine) => {
  const service = useWebhookService(engine)
  let store: Store
  let receiver: Receiver
  let broken: Account
  let others: readonly Account[]
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
    receiver = await startReceiver()
    const open = async (): Promise<Account> => {
      const key = await service.newAccount()
      return { ...service.as(key), accountId: (await findAccountOf(store.read, hashKey(key))) ?? '' }
    }
    // Accounts are worked on in the order of their ids, so there is one before and one after it.
    const [first, second, third] = [await open(), await open(), await open()]
    broken = second
    others = [first, third]
  })
  afterAll(async () => {
    await receiver.stop()
    await store.close()
  })

  test('does not delay the deliveries of others, and gets its own once it is repaired', async () => {
    const all = [broken, ...others]
    const hooks = await Promise.all(all.map((one) => createWebhook(one, receiver.url, { events: ['webhook.test'] })))
    const repair = await breakAccount(store, 'deliveries', 'update', broken.accountId)
    for (const [i, one] of all.entries()) await sendTest(one, hooks[i].id)
    for (const [i, one] of others.entries()) await settled(one, hooks[i + 1].id, 'delivered')
    expect((await deliveries(broken, hooks[0].id)).map(({ status }) => status)).toEqual(['pending'])
    await repair()
    await settled(broken, hooks[0].id, 'delivered')
  })

  test('does not delay the batches of others, and its own is completed once it is repaired', async () => {
    const repair = await breakAccount(store, 'batch_frames', 'insert', broken.accountId)
    const submit = async (one: Account): Promise<string> => {
      const body = {
        profile_id: await createProfile(one),
        frames: [{ id: 'f', url: pixel }],
        dimensions: ['brightness'],
      }
      const sent = await one.call('POST', '/v1/score/batch', { body, headers: { prefer: 'respond-async' } })
      expect(sent.status, sent.text).toBe(202)
      return sent.body.batch_id
    }
    const statusOf = async (one: Account, id: string) => (await one.call('GET', `/v1/score/batch/${id}`)).body.status
    const own = await submit(broken)
    for (const one of others) {
      const id = await submit(one)
      await eventually(async () => expect(await statusOf(one, id)).toBe('completed'))
    }
    expect(await statusOf(broken, own)).toBe('in_progress')
    await repair()
    await eventually(async () => expect(await statusOf(broken, own)).toBe('completed'))
  })

  test('does not stop the sweeps of others, nor its other sweeps', async () => {
    const repair = await breakAccount(store, 'audit_entries', 'delete', broken.accountId)
    const clock = () => new Date(Date.now() + 400 * 24 * 3_600_000)
    const swept: string[] = []
    const sweeps: Sweep[] = [
      (accountId) => sweepAudit({ store, clock }, accountId, daysKept.audit),
      async (accountId) => void swept.push(accountId),
    ]
    await sweepAccounts({ store, clock, log: pino({ level: 'silent' }) }, sweeps, async () => ({}))
    const entriesOf = ({ accountId }: Account) =>
      store.read.selectFrom('audit_entries').select('id').where('account_id', '=', accountId).execute()
    expect((await entriesOf(broken)).length).toBeGreaterThan(0)
    for (const one of others) expect(await entriesOf(one)).toEqual([])
    expect(swept).toEqual(expect.arrayContaining([broken.accountId, ...others.map(({ accountId }) => accountId)]))
    await repair()
    expect((await listAccountsToSweep(store.read, clock().toISOString())).map(({ accountId }) => accountId)).toEqual([
      broken.accountId,
    ])
  })

  test('does not stop the request counts of others', async () => {
    const repair = await breakAccount(store, 'key_minutes', 'insert', broken.accountId)
    const meter = new UsageMeter({ store, clock: () => new Date() }, () => {})
    const keyOf = ({ accountId }: Account) => `key_of_${accountId}`
    for (const one of [broken, ...others]) {
      await insertTestKey(store, one.accountId, keyOf(one))
      const caller = {
        accountId: one.accountId,
        keyId: keyOf(one),
        keyName: '',
        projects: null,
        expiresAt: null,
        scopes: null,
      }
      meter.count(caller, Date.now())
    }
    await expect(meter.flush()).rejects.toThrow('this account is broken')
    const counted = await store.read
      .selectFrom('key_minutes')
      .select('key_id')
      .where('key_id', 'like', 'key_of_%')
      .execute()
    expect(counted.map(({ key_id }) => key_id).toSorted()).toEqual(others.map(keyOf).toSorted())
    await repair()
    await meter.close()
  })
})
