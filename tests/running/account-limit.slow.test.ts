import { readConfig } from '@palate/server/config/config.ts'
import { countedTables } from '@palate/server/store/disk/count-account-bytes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Db } from '@palate/server/store/schema.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, upload } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { expectProblem } from '../harness/problem.ts'
import { createHome, engines, startService, type TestService } from '../harness/service.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'

const limit = 200_000
const picture = (seed: number) => paint({ mood: 'warm', seed })

async function accountOf(client: Client, key = client.key) {
  return (await client.call('GET', '/api/status', { key })).body.account as { usedBytes: number; maxBytes: number }
}

/** Grows the working changes of a new profile until that is refused; returns the last response. */
async function fill(client: Client, key = client.key) {
  const made = await client.call('POST', '/v1/profiles', { key, body: { projectId: 'filled', name: 'Filled' } })
  const { id } = made.body
  for (let count = 40; count < 100; count++) {
    const answer = await client.call('PATCH', `/v1/profiles/${id}`, { key, body: constraints(count) })
    if (answer.status !== 200) return { id, answer }
  }
  throw new Error('the account never became full')
}

function constraints(count: number) {
  const elements = Array.from({ length: count }, (_, i) => ({
    dimension: 'aesthetics',
    answer: `${i} ${'x'.repeat(4000)}`,
  }))
  return { profileData: { workingChanges: { constraints: elements } } }
}

function withKey(client: Client, key: string): Client {
  return { ...client, key, call: (method, path, ask) => client.call(method, path, { key, ...ask }) }
}

describe.each(engines)('the limit of an account on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { PALATE_ACCOUNT_BYTES: String(limit) })
  })
  afterAll(() => service.stop())

  test('refuses a request that would exceed it with account_full, and stores nothing of it', async () => {
    const key = await service.newAccount()
    const { id, answer } = await fill(service, key)
    const problem = expectProblem(answer, 409, 'account_full')
    expect(problem).toMatchObject({ maxBytes: limit })
    expect(problem.usedBytes as number).toBeGreaterThan(limit)
    const { usedBytes, maxBytes } = await accountOf(service, key)
    expect(maxBytes).toBe(limit)
    expect(usedBytes).toBeLessThanOrEqual(limit)
    expect(usedBytes).toBeGreaterThan(limit - 10_000)
    const { workingChanges } = (await service.call('GET', `/v1/profiles/${id}`, { key })).body.profileData
    expect(JSON.stringify(workingChanges).length).toBeLessThan(limit)
  })

  test('does not affect other accounts, and deletions free space immediately', async () => {
    const key = await service.newAccount()
    const other = await service.newAccount()
    const { id } = await fill(service, key)
    const made = await service.call('POST', '/v1/profiles', { key: other, body: { projectId: 'p', name: 'Other' } })
    expect(made.status).toBe(201)
    expect((await service.call('DELETE', `/v1/profiles/${id}`, { key })).status).toBe(200)
    expect((await accountOf(service, key)).usedBytes).toBe(0)
    expect((await fill(service, key)).answer.status).toBe(409)
  })

  test('lets an account over its limit shrink, read, create keys and score', async () => {
    const key = await service.newAccount()
    const { id } = await fill(service, key)
    const direct = await openDirectConnection(service.home)
    await direct.execute(`update account_bytes set bytes = bytes + ${limit} where bytes > ${limit / 2}`)
    await direct.close()
    expect((await accountOf(service, key)).usedBytes).toBeGreaterThan(limit)
    const shrunk = await service.call('PATCH', `/v1/profiles/${id}`, { key, body: constraints(1) })
    expect(shrunk.status).toBe(200)
    expectProblem(await service.call('PATCH', `/v1/profiles/${id}`, { key, body: constraints(2) }), 409, 'account_full')
    expect((await service.call('POST', '/api/api-keys', { key, body: { name: 'Another' } })).status).toBe(201)
    const url = `data:image/png;base64,${Buffer.from(await picture(7)).toString('base64')}`
    const body = { profile_id: id, dimensions: ['aesthetics'], frames: [{ id: 'f', url }] }
    expect((await service.call('POST', '/v1/score', { key, body })).status).toBe(200)
  })

  test('refuses an upload to a full account before its body is read, and stores no features', async () => {
    const key = await service.newAccount()
    const client = withKey(service, key)
    const first = await frameOf(client, await picture(1))
    const before = await accountOf(service, key)
    expect(before.usedBytes).toBeGreaterThan(0)
    const direct = await openDirectConnection(service.home)
    await direct.execute(
      `insert into account_bytes select account_id, 9999, ${limit} from frames where id = '${first.id}'`,
    )
    expectProblem(await upload(client, await picture(2)), 409, 'account_full')
    await direct.execute('delete from account_bytes where slot = 9999')
    await direct.close()
    expect((await client.call('GET', '/api/frames?limit=10')).body.frames).toHaveLength(1)
    expect((await client.call('DELETE', `/api/frames?id=${first.id}`)).status).toBe(200)
    expect((await upload(client, await picture(2))).status).toBe(201)
  })

  test('includes the seed, which every version copies', async () => {
    const client = withKey(service, await service.newAccount())
    const seed = 's'.repeat(5000)
    const body = { projectId: 'studio', name: 'Seeded', seed }
    const { id } = (await client.call('POST', '/v1/profiles', { body })).body
    const versions = Array.from({ length: 60 }, (_, i) => ({
      ...{ id: `v${i}`, branchId: 'main', parentVersionId: i === 0 ? null : `v${i - 1}`, message: 'Again' },
      snapshot: {},
    }))
    const path = `/v1/profiles/${id}`
    expectProblem(await client.call('PATCH', path, { body: { profileData: { versions } } }), 409, 'account_full')
    const few = { profileData: { versions: versions.slice(0, 3) } }
    expect((await client.call('PATCH', path, { body: few })).status).toBe(200)
    expect((await accountOf(client)).usedBytes).toBeGreaterThan(4 * seed.length)
    const { body: document } = await client.call('GET', `${path}/export`)
    const copies = versions.map((version, i) => ({
      ...document.profileData.versions[0],
      ...version,
      id: `c${i}`,
      seed,
    }))
    const chained = copies.map((version, i) => ({ ...version, parentVersionId: i === 0 ? null : `c${i - 1}` }))
    const branches = [{ ...document.profileData.branches[0], headVersionId: 'c59' }]
    const imported = {
      ...document,
      name: 'Imported',
      profileData: { ...document.profileData, branches, versions: chained },
    }
    expectProblem(await client.call('POST', '/v1/profiles/import', { body: imported }), 409, 'account_full')
  })

  test('includes the addresses of scored frames; those of a full account are scored and not listed', async () => {
    const client = withKey(service, await service.newAccount())
    const { id } = (await client.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Addresses' } }))
      .body
    const small = await paint({ mood: 'warm', seed: 1, width: 24, height: 16 })
    // Decoders ignore what is behind the picture.
    const address = dataUrl(Buffer.concat([small, Buffer.alloc(6000 - small.length)]))
    const score = async (names: readonly string[]) => {
      const frames = names.map((name) => ({ id: name, url: address }))
      const body = { profile_id: id, frames, dimensions: ['brightness'] }
      return (await client.call('POST', '/v1/score', { body })).body.scores as { brightness: number }[]
    }
    const listed = async () => (await client.call('GET', '/v1/frames/recent?limit=1000')).body.frames.length
    await score(['a', 'b'])
    await expect.poll(listed).toBe(2)
    expect((await accountOf(client)).usedBytes).toBeGreaterThan(2 * address.length)
    for (let round = 0; (await accountOf(client)).usedBytes < limit; round++) {
      const before = await listed()
      await score(Array.from({ length: 10 }, (_, i) => `${round}-${i}`))
      await expect.poll(listed).toBe(before + 10)
    }
    const before = await listed()
    const [scored] = await score(['beyond'])
    expect(scored?.brightness).toEqual(expect.any(Number))
    const store = await openStore(readConfig(service.home.env))
    const find = store.read.selectFrom('seen_frames').select('frame_id').where('frame_id', '=', 'beyond')
    await expect.poll(async () => (await find.execute()).length).toBe(1)
    await store.close()
    expect(await listed()).toBe(before)
  })

  test('has counters that equal the row sizes after storing and deleting everything', async () => {
    const key = await service.newAccount()
    const client = withKey(service, key)
    const frames = await Promise.all([1, 2, 3].map(async (seed) => frameOf(client, await picture(10 + seed))))
    const { body: made } = await client.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Counted' } })
    await client.call('PATCH', `/v1/profiles/${made.id}`, { body: constraints(4) })
    await client.call('PATCH', `/v1/profiles/${made.id}`, { body: constraints(2) })
    const madeWith = { prompt: 'Ein Lämpchen', group: 'run 1', seed: '7' }
    await client.call('PATCH', '/api/frames', { body: { ids: frames.map(({ id }) => id), ...madeWith } })
    await client.call('PATCH', '/api/frames', { body: { ids: [frames[1]?.id], prompt: 'A lamp', seed: null } })
    await client.call('DELETE', `/api/frames?id=${frames[0]?.id}`)
    const store = await openStore(readConfig(service.home.env))
    await expect
      .poll(async () => {
        const counted = await sums(store.read)
        return counted.length > 0 && counted.every(({ counted, stored }) => counted === stored)
      })
      .toBe(true)
    await store.close()
  })
})

/** The counter of each account, without rows that other tests inserted directly, and the size of its rows. */
async function sums(db: Db) {
  const stored = sql.raw(
    countedTables
      .map(({ table, size }) => `coalesce((select sum(${size('t')}) from ${table} t where t.account_id = a.id), 0)`)
      .join(' + '),
  )
  const { rows } = await sql<{ counted: number; stored: number }>`
    select coalesce((select sum(bytes) from account_bytes where account_id = a.id), 0) as counted, ${stored} as stored
    from accounts a where exists (select 1 from frames where frames.account_id = a.id)`.execute(db)
  return rows.map(({ counted, stored }) => ({ counted: Number(counted), stored: Number(stored) }))
}

describe.each(engines)('accounts from before the counters on %s', (engine) => {
  test('are counted once by the first start, including concurrent changes', async () => {
    const home = await createHome(engine)
    const before = await startService(engine, {}, home)
    await frameOf(before, await picture(1))
    await before.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'Old' } })
    await expect.poll(async () => (await accountOf(before)).usedBytes).toBeGreaterThan(0)
    await before.stop()
    const again = await startService(engine, {}, home)
    const { usedBytes } = await accountOf(again)
    await again.stop()
    // This looks as if the rows were older than the triggers, and one change had been counted since.
    const direct = await openDirectConnection(home)
    await direct.execute('delete from account_bytes')
    await direct.execute("update profiles set branches = branches || ' '")
    // As a migration does.
    await direct.execute("insert into due_accounts (kind, account_id, until) select 'count', id, '' from accounts")
    await direct.close()
    for (let start = 0; start < 2; start++) {
      const later = await startService(engine, {}, home)
      expect((await accountOf(later)).usedBytes).toBe(usedBytes + 1)
      await later.stop()
    }
    await home.remove()
  })
})

describe('PALATE_ACCOUNT_BYTES', () => {
  test('accepts a number of bytes or off, and nothing else', () => {
    expect(readConfig({}).accountBytesMax).toBe(20 * 1024 ** 3)
    expect(readConfig({ PALATE_ACCOUNT_BYTES: '1' }).accountBytesMax).toBe(1)
    expect(readConfig({ PALATE_ACCOUNT_BYTES: 'off' }).accountBytesMax).toBe(Number.POSITIVE_INFINITY)
    for (const wrong of ['0', '-1', '1.5', '1e9', '20GB', 'on']) {
      expect(() => readConfig({ PALATE_ACCOUNT_BYTES: wrong })).toThrow('must be a number of bytes, at least 1, or off')
    }
  })

  test('off removes the limit, and the status says so', async () => {
    const service = await startService('sqlite', { PALATE_ACCOUNT_BYTES: 'off' })
    await frameOf(service, await picture(1))
    expect(await accountOf(service)).toMatchObject({ maxBytes: null })
    await service.stop()
  })

  test('palate doctor names an account that has reached it', async () => {
    const service = await startService('sqlite')
    await frameOf(service, await picture(1))
    const env = { ...service.home.env, PALATE_ACCOUNT_BYTES: '1000' }
    const { code, stdout } = await runOperatorCommand(['doctor'], env)
    await service.stop()
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /FAIL {2}accounts +"default" uses [\d.]+ KiB of 1000 bytes: delete frames or profiles, or raise PALATE_ACCOUNT_BYTES\n/,
    )
  })
})
