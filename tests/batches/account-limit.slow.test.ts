import { daysKept } from '@palate/core/days-kept.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { countedTables } from '@palate/server/store/disk/count-account-bytes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boundary, formOf } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { eachAccount } from '../harness/each-account.ts'
import { expectProblem } from '../harness/problem.ts'
import { createHome, engines, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { answer, createShare, picture } from '../shares/share-requests.ts'
import {
  batchOf,
  cancel,
  many,
  path,
  requestOf,
  respondAsync,
  resultsOf,
  scored,
  submit,
  submitAsync,
  untilStatus,
  useStage,
} from './batch-service.ts'

const batchTables = ['batches', 'batch_requests', 'batch_request_parts', 'batch_frames']
const limit = 520_000
/** 240 kB of addresses. */
const long = (kind: string) => many(30, kind).map((one) => `${one}?${'x'.repeat(8000)}`)

const usedBytes = async (client: Client) => (await client.call('GET', '/api/status')).body.account.usedBytes as number

describe.each(engines)('what requests leave behind counts towards the limit of the account on %s', (engine) => {
  const stage = useStage(engine, { PALATE_ACCOUNT_BYTES: String(limit) })
  let store: Store
  let client: Client
  let profile: string
  beforeAll(async () => {
    store = await openStore(readConfig(stage.service.home.env))
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    client = stage.service.as(await stage.service.newAccount())
    profile = await createProfile(client)
  })

  const request = (paths: readonly string[], more: object = {}) => requestOf(profile, stage.host, paths, more)

  /** Uses up the account's room except for this much. */
  async function leave(bytes: number): Promise<void> {
    const accountId = await accountOf(profile)
    const added = limit - (await usedBytes(client)) - bytes
    await store.write((db) =>
      db.insertInto('account_bytes').values({ account_id: accountId, slot: 9999, bytes: added }).execute(),
    )
  }

  async function accountOf(profileId: string): Promise<string> {
    const query = store.read.selectFrom('profiles').select('account_id').where('id', '=', profileId)
    return (await query.executeTakeFirstOrThrow()).account_id
  }

  /** The size of the account's rows. */
  async function bytesIn(...names: readonly string[]): Promise<number> {
    const accountId = await accountOf(profile)
    const sums = countedTables
      .filter(({ name }) => names.includes(name))
      .map(
        ({ table, size }) =>
          `coalesce((select sum(${size('t')}) from ${table} t where account_id = '${accountId}'), 0)`,
      )
    const { rows } = await sql<{ bytes: number }>`select ${sql.raw(sums.join(' + '))} as bytes`.execute(store.read)
    return Number(rows[0]?.bytes)
  }

  async function rowsOf(
    table: 'batch_requests' | 'batch_request_parts' | 'batch_pictures',
    batchId: string,
  ): Promise<number> {
    return (await store.read.selectFrom(table).select('batch_id').where('batch_id', '=', batchId).execute()).length
  }

  const submitted = async (batchId: string) =>
    (await rowsOf('batch_requests', batchId)) +
    (await rowsOf('batch_request_parts', batchId)) +
    (await rowsOf('batch_pictures', batchId))

  test('of twelve batches with long addresses, those that do not fit are refused with account_full', async () => {
    const answers = []
    for (let i = 0; i < 12; i++) answers.push(await submit(client, request(long('silent')), respondAsync))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(2)
    for (const refused of answers.slice(2)) {
      const problem = expectProblem(refused, 409, 'account_full')
      expect(problem).toMatchObject({ maxBytes: limit })
      expect(problem.usedBytes as number).toBeGreaterThan(limit)
    }
    const used = await usedBytes(client)
    expect(used).toBeGreaterThan(490_000)
    expect(used).toBeLessThanOrEqual(limit)
    expect((await client.call('GET', '/v1/score/batch')).body.batches).toHaveLength(2)
    for (const { body } of accepted) {
      await cancel(client, body.batch_id)
      await untilStatus(client, body.batch_id, 'canceled')
      await expect.poll(() => submitted(body.batch_id)).toBe(0)
    }
    expect(await usedBytes(client)).toBeLessThan(2000)
    expect((await submit(client, request(['now/0']))).status).toBe(200)
  })

  test('the pictures of a form count until the batch has ended', async () => {
    const before = await usedBytes(client)
    const send = (name: string, bytes: Uint8Array) => {
      const frames = [
        { id: 'picture', url: 'part:picture' },
        { id: 'slow', url: stage.host.url(`silent/${name}`) },
      ]
      const body = JSON.stringify({ profile_id: profile, dimensions: ['warmth'], frames })
      const parts = [
        { field: 'request', bytes: Buffer.from(body) },
        { field: 'picture', bytes },
      ]
      const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      return client.call('POST', path, { raw: formOf(parts), headers: { ...type, ...respondAsync } })
    }
    expectProblem(await send('large', Buffer.alloc(limit)), 409, 'account_full')
    expect(await usedBytes(client)).toBe(before)
    const { status, body, text } = await send('small', Buffer.alloc(300_000))
    expect(status, text).toBe(202)
    expect(await usedBytes(client)).toBeGreaterThan(before + 300_000)
    await cancel(client, body.batch_id)
    await untilStatus(client, body.batch_id, 'canceled')
    await expect.poll(() => submitted(body.batch_id)).toBe(0)
    expect(await usedBytes(client)).toBeLessThan(before + 2000)
  })

  test('a batch whose results would not fit is refused, and the room is free again when they are stored', async () => {
    await leave(40_000)
    const explained = { dimensions: ['aesthetics', 'likeness'], explain: true }
    expectProblem(await submit(client, request(many(20, 'now'), explained)), 409, 'account_full')
    const { batch_id } = await submitAsync(client, request(many(20, 'held')))
    const reserved = await bytesIn(...batchTables)
    expect(reserved).toBeGreaterThan(20 * 250)
    expect(await usedBytes(client)).toBeGreaterThan(limit - 40_000 + reserved - 1)
    stage.host.open()
    await untilStatus(client, batch_id, 'completed')
    stage.host.shut()
    await expect.poll(() => submitted(batch_id)).toBe(0)
    expect(await bytesIn(...batchTables)).toBeGreaterThan(20 * 30)
    expect(await bytesIn(...batchTables)).toBeLessThan(reserved / 2)
  })

  test('what was submitted is deleted when a batch ends, and its results stay', async () => {
    const headers = { 'idempotency-key': `k${profile}` }
    const first = await submit(client, request(many(3, 'now'), { include_working: true }), headers)
    const { batch_id } = JSON.parse(first.text.split('\n')[0] ?? '')
    await expect.poll(() => submitted(batch_id)).toBe(0)
    expect(scored(await resultsOf(client, batch_id))).toHaveLength(3)
    const again = await submit(client, request(many(3, 'now'), { include_working: true }), headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(
      scored(
        again.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    ).toHaveLength(3)
  })

  test('the sweep deletes what was submitted with batches that ended elsewhere, and leaves running ones', async () => {
    const running = await submitAsync(client, request(many(2, 'silent')))
    const { batch_id } = await submitAsync(client, request(many(2, 'silent')))
    const other = await createProfile(client)
    const failing = await submitAsync(client, requestOf(other, stage.host, many(2, 'silent')))
    await client.call('DELETE', `/v1/profiles/${other}`)
    expect((await batchOf(client, failing.batch_id)).status).toBe('failed')
    await eachAccount(store, (accountId) => sweepEnded({ store, clock: () => new Date() }, accountId, daysKept.batches))
    expect(await submitted(failing.batch_id)).toBe(0)
    expect([await submitted(running.batch_id), await submitted(batch_id)]).toEqual([2, 2])
    for (const one of [running, { batch_id }]) await cancel(client, one.batch_id)
  })

  test('a response that does not fit is sent and not stored; a repeat of a change is a conflict, of a score a score', async () => {
    await leave(100)
    const create = { body: { name: 'ci' }, headers: { 'idempotency-key': 'create' } }
    expect((await client.call('POST', '/api/api-keys', create)).status).toBe(201)
    const repeated = expectProblem(await client.call('POST', '/api/api-keys', create), 409, 'idempotency_conflict')
    expect(repeated.detail).toContain('the account was full')
    expect((await client.call('GET', '/api/api-keys')).body.keys).toHaveLength(2)
    const score = { body: request(['now/0']), headers: { 'idempotency-key': 'score' } }
    for (let i = 0; i < 2; i++) {
      const scores = await client.call('POST', '/v1/score', score)
      expect(scores.status, scores.text).toBe(200)
      expect(scores.headers.get('idempotency-replayed')).toBeNull()
    }
    expect(await bytesIn('idempotency')).toBe(0)
  })

  test('a stored response, a share and its answers count, and answers that do not fit are refused', async () => {
    const before = await usedBytes(client)
    await client.call('POST', '/api/api-keys', { body: { name: 'ci' }, headers: { 'idempotency-key': 'counted' } })
    const withResponse = await usedBytes(client)
    expect(withResponse).toBeGreaterThan(before + 200)
    const body = { profileId: profile, dimensions: ['aesthetics'], frames: [{ id: 'f', url: await picture(1) }] }
    const share = await createShare(client, body)
    const withShare = await usedBytes(client)
    expect(withShare).toBeGreaterThan(withResponse)
    expect((await answer(client, share.path, { comment: 'é'.repeat(100) })).status).toBe(303)
    expect(await bytesIn('share_answers')).toBe(200)
    await leave(0)
    const refused = await answer(client, share.path, { comment: 'x'.repeat(51) })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('x'.repeat(51))
    expect(await bytesIn('share_answers')).toBe(200)
    expectProblem(await client.call('POST', '/v1/shares', { body }), 409, 'account_full')
  })

  test('a board counts with the captions of its pictures', async () => {
    const before = await usedBytes(client)
    const body = { profileId: profile, name: 'é'.repeat(100) }
    expect((await client.call('POST', '/v1/boards', { body })).status).toBe(201)
    expect((await usedBytes(client)) - before).toBe(200 + '[]'.length)
  })

  test('the counters equal the sizes of the rows', async () => {
    const { batch_id } = await submitAsync(client, request([...many(5, 'now'), ...many(5, 'silent')]))
    await expect.poll(async () => (await batchOf(client, batch_id)).counts.succeeded).toBe(5)
    const compare = async () => (await bytesIn(...countedTables.map(({ name }) => name))) - (await usedBytes(client))
    await expect.poll(compare).toBe(0)
    await cancel(client, batch_id)
    await expect.poll(() => submitted(batch_id)).toBe(0)
    expect(await compare()).toBe(0)
  })
})

describe.each(engines)('what was stored before requests were counted on %s', (engine) => {
  test('is counted once, by the first start', async () => {
    const home = await createHome(engine)
    const before = await startService(engine, {}, home)
    await before.call('POST', '/api/api-keys', { body: { name: 'ci' }, headers: { 'idempotency-key': 'old' } })
    const expected = await usedBytes(before)
    await before.stop()
    expect(expected).toBeGreaterThan(200)
    const direct = await openDirectConnection(home)
    await direct.execute('delete from account_bytes')
    // The previous version left it like this: counted, without what requests leave behind.
    await direct.execute('insert into account_bytes select id, -1, 0 from accounts')
    // As a migration does.
    await direct.execute("insert into due_accounts (kind, account_id, until) select 'count', id, '' from accounts")
    await direct.close()
    for (let start = 0; start < 2; start++) {
      const later = await startService(engine, {}, home)
      expect(await usedBytes(later)).toBe(expected)
      await later.stop()
    }
    await home.remove()
  })
})
