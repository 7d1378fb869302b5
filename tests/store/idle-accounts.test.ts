import { createFindExpiry } from '@palate/server/composition/find-expiry.ts'
import { sweepAccounts } from '@palate/server/composition/sweep-accounts.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount, createAccountKey, listAccountIds } from '@palate/server/keys/accounts.ts'
import { findAccountOf } from '@palate/server/keys/key-accounts.ts'
import { hashKey } from '@palate/server/keys/secret.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { findDueAccount, noteChangedPeriods, noteDue } from '@palate/server/store/due-accounts.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '../harness/client.ts'
import { createEmptyHome, createHome, engines, type Home, startService, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'
import { noteStatements } from './note-statements.ts'

const sweepEveryMs = 10 * 60_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const log = pino({ level: 'silent' })
const clock = () => new Date()
const after = (ms: number) => () => new Date(Date.now() + ms)

/** Runs a cycle at a time from now, and returns the accounts that it swept. */
async function cycle(home: Home, store: Store, ms: number): Promise<ReadonlySet<string>> {
  const swept = new Set<string>()
  const services = { store, config: readConfig(home.env), log, clock: after(ms) }
  await sweepAccounts(services, [async (accountId) => void swept.add(accountId)], createFindExpiry(services))
  return swept
}

async function createAccounts(store: Store, count: number): Promise<ReadonlySet<string>> {
  const before = new Set(await listAccountIds(store.read))
  for (let i = 0; i < count; i++) await createAccount(store, { clock, newId: createIdSource(clock) }, `idle ${i}`)
  return new Set((await listAccountIds(store.read)).filter((id) => !before.has(id)))
}

describe.each(engines)('accounts without requests on %s', (engine) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('cost no statement at a start and in a sweep, however many there are', async () => {
    const home = await createHome(engine)
    await (await startService(engine, {}, home)).stop()
    const store = await openStore(readConfig(home.env))
    const idle = await createAccounts(store, 30)
    // Nothing of them expires for a while.
    const swept = await cycle(home, store, 21 * minuteMs)
    expect([...idle].filter((id) => !swept.has(id))).toEqual([])
    const active = (await createAccount(store, { clock, newId: createIdSource(clock) }, 'active')) ?? ''
    const activeId = (await findAccountOf(store.read, hashKey(active))) ?? ''

    const timers = vi.spyOn(globalThis, 'setInterval')
    const sent: (readonly unknown[])[] = []
    const stopNoting = noteStatements((values) => sent.push(values))
    const countWith = (wanted: ReadonlySet<unknown>) =>
      sent.filter((values) => values.some((value) => wanted.has(value))).length
    const service = await startService(engine, { PALATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }, home)
    for (const [callback, ms] of timers.mock.calls) if (ms === sweepEveryMs) callback()
    await expect.poll(() => countWith(new Set(['deletion']))).toBe(1)
    expect(countWith(new Set([activeId]))).toBeGreaterThan(20)
    expect(countWith(idle)).toBe(0)
    stopNoting()
    await service.stop()
    await store.close()
    await home.remove()
  })

  test('of before the upgrade are looked at once, a day after it, and what they store is counted', async () => {
    const home = await createEmptyHome(engine)
    const { env } = home
    const before = await openStore(readConfig(env), { migrations: migrations.filter(({ name }) => name !== newest) })
    const row = { id: 'acct_old', name: 'old', created_at: clock().toISOString() }
    await before.write((db) => db.insertInto('accounts').values(row).execute())
    const frame = { account_id: row.id, project_id: 'p', frame_id: 'f', content_hash: 'h', seen_at: row.created_at }
    await before.write((db) => db.insertInto('seen_frames').values(frame).execute())
    await before.close()

    const store = await openStore(readConfig(env), { isService: true })
    const base = await store.read.selectFrom('account_bytes').select('slot').where('account_id', '=', row.id).execute()
    expect(base).toHaveLength(1)
    expect(await findDueAccount(store.read, 'count', row.id)).toBeUndefined()
    expect(await cycle(home, store, 23 * 60 * minuteMs)).toEqual(new Set())
    expect(await cycle(home, store, 25 * 60 * minuteMs)).toEqual(new Set([row.id]))
    expect(await cycle(home, store, 26 * 60 * minuteMs)).toEqual(new Set())
    expect(await cycle(home, store, 91 * dayMs)).toEqual(new Set([row.id]))
    await store.close()
    await home.remove()
  })
})

const newest = '0049-idle-accounts'

describe.each(engines)('an account that was written to on %s', (engine) => {
  let service: TestService
  let store: Store
  let client: Client
  let accountId: string
  beforeAll(async () => {
    service = await startService(engine)
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(async () => {
    await store.close()
    await service.stop()
  })
  beforeEach(async () => {
    const key = await service.newAccount()
    client = service.as(key)
    accountId = (await findAccountOf(store.read, hashKey(key))) ?? ''
    // As if nothing had been written since long ago.
    await forget()
  })

  const isSwept = async (ms: number) => (await cycle(service.home, store, ms)).has(accountId)
  const isNoted = async () => (await findDueAccount(store.read, 'sweep', accountId)) !== undefined
  async function forget(): Promise<void> {
    await isSwept(40 * dayMs)
    await store.write((db) => db.deleteFrom('due_accounts').where('account_id', '=', accountId).execute())
    expect(await isNoted()).toBe(false)
  }

  test('is swept for twenty minutes, and then when the first thing of it expires', async () => {
    const body = { projectId: 'red', name: 'Idempotent' }
    await client.call('POST', '/v1/profiles', { body, headers: { 'idempotency-key': 'k' } })
    expect(await isSwept(0)).toBe(true)
    expect(await isSwept(19 * minuteMs)).toBe(true)
    expect(await isSwept(21 * minuteMs)).toBe(true)
    expect(await isSwept(31 * minuteMs)).toBe(false)
    expect(await isSwept(dayMs + minuteMs)).toBe(true)
  })

  test('is swept once more if it has objects in a bucket, and not every day', async () => {
    await client.call('POST', '/v1/profiles', { body: { projectId: 'red', name: 'With an object' } })
    const object = { content_hash: 'h', side: 0, home: 'unknown', place: 'unknown', is_removing: 0 }
    const row = { account_id: accountId, ...object, kept_at: clock().toISOString() }
    await store.write((db) => db.insertInto('stored_objects').values(row).execute())
    expect(await isSwept(21 * minuteMs)).toBe(true)
    expect(await isSwept(31 * minuteMs)).toBe(false)
    expect(await isSwept(dayMs + 31 * minuteMs)).toBe(true)
    expect(await isSwept(dayMs + 41 * minuteMs)).toBe(false)
    expect(await isSwept(3 * dayMs)).toBe(false)

    // What expires can have an object.
    const until = after(4 * dayMs)().toISOString()
    await store.write((db) =>
      db
        .insertInto('due_accounts')
        .values({ kind: 'expiry', account_id: accountId, until })
        .onConflict((conflict) => conflict.columns(['kind', 'account_id']).doUpdateSet({ until }))
        .execute(),
    )
    for (const days of [5, 7]) expect(await isSwept(days * dayMs)).toBe(true)
    expect(await isSwept(9 * dayMs)).toBe(false)
  })

  test('is swept again if it is written to while it waits', async () => {
    await client.call('POST', '/v1/profiles', { body: { projectId: 'red', name: 'First' } })
    await isSwept(21 * minuteMs)
    expect(await isNoted()).toBe(false)
    service.clock.skipMs = 22 * minuteMs
    await client.call('POST', '/v1/profiles', { body: { projectId: 'red', name: 'Second' } })
    expect(await isSwept(22 * minuteMs)).toBe(true)
    service.clock.skipMs = 0
  })

  test('stays due while a sweep of it fails or is not done', async () => {
    await client.call('POST', '/v1/profiles', { body: { projectId: 'red', name: 'Failing' } })
    const services = { store, config: readConfig(service.home.env), log, clock: after(21 * minuteMs) }
    const failing = async () => Promise.reject(new Error('broken'))
    for (const sweep of [failing, async () => false]) {
      await sweepAccounts(services, [sweep], createFindExpiry(services))
      expect(await isNoted()).toBe(true)
    }
    await sweepAccounts(services, [async () => true], createFindExpiry(services))
    expect(await isNoted()).toBe(false)
  })

  test('is swept at once if the periods are others than before', async () => {
    // Not by a request, whose key's usage is written later.
    await store.write((db) => noteDue(store, db, 'sweep', accountId, clock().toISOString()))
    await isSwept(21 * minuteMs)
    await noteChangedPeriods(store, '3,2,1', clock().toISOString())
    await noteChangedPeriods(store, '1,2,3', after(31 * minuteMs)().toISOString())
    expect(await isSwept(31 * minuteMs)).toBe(true)
    await noteChangedPeriods(store, '1,2,3', after(41 * minuteMs)().toISOString())
    expect(await isSwept(41 * minuteMs)).toBe(false)
  })

  test('is noted by buffers, sign-ins and commands, too', async () => {
    const profile_id = await createProfile(client)
    const score = { profile_id, frames: [{ id: 'f', url: pixel }], dimensions: ['brightness'] }
    await forget()
    service.clock.skipMs += 30 * minuteMs
    await client.call('POST', '/v1/score', { body: score })
    await expect.poll(isNoted).toBe(true)

    await forget()
    service.clock.skipMs += 30 * minuteMs
    await service.call('POST', '/api/session', { key: null, body: { key: client.key } })
    expect(await isNoted()).toBe(true)

    await forget()
    const { name } = await store.read
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await createAccountKey(store, { clock, newId: createIdSource(clock) }, name)
    expect(await isNoted()).toBe(true)
    service.clock.skipMs = 0
  })
})
