import { auditActions } from '@palate/core/audit/actions.ts'
import { daysKept } from '@palate/core/days-kept.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { idTime } from '@palate/core/ids.ts'
import { entriesBefore, entriesPerWindow, listEntries, sweepAudit } from '@palate/server/audit/audit-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { frameOf } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { dumpStore } from '../harness/dump-store.ts'
import { eachAccount } from '../harness/each-account.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, readExport } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { createWebhook, loopback } from '../webhooks/webhook-requests.ts'

describe.each(engines)('the audit log on %s', (engine) => {
  const service = useService(engine, loopback)
  let client: Client
  beforeEach(async () => {
    client = service.as(await service.newAccount())
  })

  const list = async (query = '', by = client) => {
    const answer = await by.call('GET', `/v1/audit${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const actions = async (query = '', by = client): Promise<readonly string[]> =>
    (await list(query, by)).entries.map(({ action }: { action: string }) => action)
  const create = async (body: object, by = client) => (await by.call('POST', '/api/api-keys', { body })).body
  const ownKeyId = async () => (await client.call('GET', '/api/api-keys')).body.keys.at(-1).id as string

  test('begins with the creation of the account, which has no actor and no request', async () => {
    const { entries } = await list()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      action: 'account.created',
      actor: null,
      address: null,
      requestId: null,
      target: { type: 'account', id: expect.stringMatching(/^acct_/) },
    })
  })

  test('has keys made, rotated and revoked, with actor, address, request and project', async () => {
    const keyId = await ownKeyId()
    const made = await create({ name: 'ci', projectId: 'p', scopes: ['score'], expiresInDays: 1 })
    const { body: next } = await client.call('POST', `/api/api-keys/rotate?id=${made.id}`, {
      body: { overlapSeconds: 60 },
    })
    await client.call('DELETE', `/api/api-keys?id=${next.id}`, { headers: { 'x-request-id': 'revoking' } })
    const { entries } = await list()
    expect(entries.slice(0, 3)).toMatchObject([
      {
        id: expect.stringMatching(/^aud_/),
        action: 'api_key.revoked',
        actor: { keyId, name: 'First key' },
        address: '127.0.0.1',
        requestId: 'revoking',
        projectId: 'p',
        target: { type: 'api_key', id: next.id, name: 'ci' },
      },
      {
        action: 'api_key.rotated',
        target: { type: 'api_key', id: made.id, name: 'ci' },
        details: { successorId: next.id, overlapSeconds: 60 },
      },
      {
        action: 'api_key.created',
        target: { type: 'api_key', id: made.id, name: 'ci' },
        details: { prefix: made.prefix, scopes: ['score'], expiresAt: made.expiresAt },
      },
    ])
  })

  test('has webhooks, their secrets and alert rules', async () => {
    const { id } = await createWebhook(client, 'http://127.0.0.1:1/hook?token=hidden', { projectId: 'p' })
    await client.call('PATCH', `/v1/webhooks/${id}`, { body: { description: 'd', status: 'disabled' } })
    await client.call('PATCH', `/v1/webhooks/${id}`, { body: { url: 'http://127.0.0.1:2/hook?token=hidden' } })
    await client.call('POST', `/v1/webhooks/${id}/rotate-secret`)
    await client.call('DELETE', `/v1/webhooks/${id}`)
    const projectId = 'alerts'
    const body = { profileId: await createProfile(client, { projectId }), dimension: 'brightness', below: 0.5 }
    const { body: alert } = await client.call('POST', '/v1/alerts', { body })
    await client.call('DELETE', `/v1/alerts/${alert.id}`)
    const { entries } = await list()
    expect(entries.slice(0, -1)).toMatchObject([
      { action: 'alert.deleted', target: { type: 'alert', id: alert.id }, projectId },
      { action: 'alert.created', target: { type: 'alert', id: alert.id }, details: body, projectId },
      { action: 'webhook.deleted', target: { type: 'webhook', id, name: '127.0.0.1:2' }, projectId: 'p' },
      { action: 'webhook.secret_rotated', target: { id } },
      {
        action: 'webhook.updated',
        target: { id, name: '127.0.0.1:2' },
        details: { changed: ['url'], previousHost: '127.0.0.1:1' },
      },
      { action: 'webhook.updated', target: { id }, details: { changed: ['description', 'status'] } },
      { action: 'webhook.created', target: { id } },
    ])
  })

  test('has profiles exported, imported and deleted, and frames deleted', async () => {
    const name = 'moved'
    const id = await createProfile(client, { name })
    const exported = await readExport(client, id)
    const { body: imported } = await client.call('POST', '/v1/profiles/import', { body: { ...exported, name: 'copy' } })
    await client.call('DELETE', `/v1/profiles/${id}`)
    const frame = await frameOf(client, await paint({ mood: 'warm', seed: 1 }))
    await client.call('DELETE', `/api/frames?id=${frame.id}`)
    const { entries } = await list()
    expect(entries.slice(0, -1)).toMatchObject([
      { action: 'frame.deleted', target: { type: 'frame', id: frame.id } },
      { action: 'profile.deleted', target: { type: 'profile', id, name } },
      { action: 'profile.imported', target: { type: 'profile', id: imported.id, name: 'copy' } },
      { action: 'profile.exported', target: { type: 'profile', id, name } },
    ])
  })

  test('a change that is refused or repeated with its idempotency key is not recorded again', async () => {
    expectProblem(await client.call('DELETE', '/api/api-keys?id=key_none'), 404, 'key_not_found')
    const headers = { 'idempotency-key': 'once' }
    for (let i = 0; i < 2; i++) await client.call('POST', '/api/api-keys', { body: { name: 'one' }, headers })
    expect(await actions()).toEqual(['api_key.created', 'account.created'])
  })

  test('has sign-ins, and what a session does is done by its key', async () => {
    const keyId = await ownKeyId()
    const signedIn = await client.call('POST', '/api/session', { key: null, body: { key: client.key } })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    await client.call('POST', '/api/api-keys', {
      key: null,
      body: { name: 'by page' },
      headers: { cookie, 'x-palate-request': '1' },
    })
    const { entries } = await list()
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'api_key.created', actor: { keyId, name: 'First key' } },
      { action: 'session.created', actor: { keyId }, target: { type: 'api_key', id: keyId } },
    ])
  })

  test('has a refused sign-in with a revoked key once, without an actor', async () => {
    const { id, key } = await create({ name: 'gone' })
    await client.call('DELETE', `/api/api-keys?id=${id}`)
    for (let i = 0; i < 3; i++) {
      expectProblem(await client.call('POST', '/api/session', { key: null, body: { key } }), 401, 'revoked_api_key')
    }
    const { entries } = await list('?action=session.failed')
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      actor: null,
      address: '127.0.0.1',
      target: { type: 'api_key', id },
      details: { code: 'revoked_api_key' },
    })
  })

  test('belongs to its account, and a key of a project sees that project alone', async () => {
    const scoped = service.as((await create({ name: 'scoped', projectId: 'p' })).key)
    await create({ name: 'elsewhere', projectId: 'q' })
    const other = service.as(await service.newAccount())
    expect(await actions()).toEqual(['api_key.created', 'api_key.created', 'account.created'])
    expect(await actions('', other)).toEqual(['account.created'])
    const { entries } = await list('', scoped)
    expect(entries.map(({ target }: { target: { name: string } }) => target.name)).toEqual(['scoped'])
  })

  test('only keys with the scope admin may read it', async () => {
    const { key } = await create({ name: 'reader', scopes: ['read', 'score', 'teach', 'write'] })
    expectProblem(await client.call('GET', '/v1/audit', { key }), 403, 'scope_forbidden')
  })

  test('is listed newest first, in pages, and filtered', async () => {
    const keyId = await ownKeyId()
    for (const name of ['a', 'b', 'c']) await create({ name })
    const first = await list('?limit=2')
    const second = await list(`?limit=2&cursor=${first.nextCursor}`)
    const all = (await list()).entries
    expect([...first.entries, ...second.entries]).toEqual(all)
    expect(second.nextCursor).toBeUndefined()
    expect(await actions(`?action=api_key.created&limit=2`)).toHaveLength(2)
    expect(await actions(`?keyId=${keyId}`)).toHaveLength(3)
    expect(await actions('?keyId=key_none')).toEqual([])
    const [newest] = all
    expect(await actions(`?until=${newest.at}`)).not.toContain(newest.id)
    expect(await actions(`?since=${encodeURIComponent('2999-01-01T00:00:00Z')}`)).toEqual([])
    expect((await list(`?since=${newest.at}`)).entries[0]).toEqual(newest)
  })

  test('filters combine, and each is served by an index or reads a few entries per statement', async () => {
    const keyId = await ownKeyId()
    const scoped = await create({ name: 'scoped', projectId: 'p' })
    const { entries } = await list()
    const store = await openStore(readConfig(service.home.env))
    const { account_id: accountId } = await store.read
      .selectFrom('audit_entries')
      .select('account_id')
      .where('id', '=', entries[0].id)
      .executeTakeFirstOrThrow()
    const row = { account_id: accountId, address: null, request_id: null, target_type: 'profile', target_id: 'x' }
    const at = '2026-01-02T03:04:05.000Z'
    const older = Array.from({ length: 2 * entriesPerWindow + 1 }, (_, i) => {
      const id = `aud_${idTime(Date.parse(at))}${String(i).padStart(20, '0')}`
      return { ...row, id, at, action: 'profile.exported', key_id: keyId, project_id: 'q' }
    })
    for (const slice of slicesOf(older, 500)) {
      await store.write((db) => db.insertInto('audit_entries').values(slice).execute())
    }
    const filter = { projects: undefined, since: undefined, until: undefined, action: undefined, keyId: undefined }

    const count = (query: string, by = client) => actions(`?limit=1000&${query}`, by)
    expect(await count(`keyId=${keyId}&action=api_key.created`)).toEqual(['api_key.created'])
    expect(await count(`keyId=${keyId}&action=profile.deleted`)).toEqual([])
    expect(await count('', service.as(scoped.key))).toEqual(['api_key.created'])
    expect(await count('action=profile.exported', service.as(scoped.key))).toEqual([])
    expect(await count(`until=${at}`)).toEqual([])
    expect(await count(`until=2026-01-02T03:04:05.001Z`)).toHaveLength(1000)
    expect(await count(`since=2026-01-02T03:04:05.001Z`)).toEqual(['api_key.created', 'account.created'])
    expect(await count('')).toHaveLength(1000)

    const statements = vi.spyOn(store.read, 'selectFrom')
    expect(await listEntries(store.read, accountId, { ...filter, keyId, action: 'x' }, undefined, 10)).toEqual([])
    expect(statements).toHaveBeenCalledTimes(6)
    await store.close()
  })

  test.runIf(engine === 'sqlite').each([
    ['action', 'audit_entries_by_action (account_id=? AND action=? AND id<?)'],
    ['keyId', 'audit_entries_by_key (account_id=? AND key_id=? AND id<?)'],
    ['projects', 'audit_entries_by_project (account_id=? AND project_id=? AND id<?)'],
  ])('is filtered by %s with an index, in its order', async (name, index) => {
    const store = await openStore(readConfig(service.home.env))
    const none = { projects: undefined, since: undefined, until: undefined, action: undefined, keyId: undefined }
    const query = entriesBefore(
      store.read,
      'acct',
      { ...none, [name]: name === 'projects' ? ['x'] : 'x' },
      'aud_1',
      50,
    ).compile()
    type Step = readonly [id: number, parent: number, unused: number, detail: string]
    const explain = store.prepare<Step>({ ...query, sql: `explain query plan ${query.sql}` })
    const steps = (await explain(...(query.parameters as string[]))).map(([, , , detail]) => detail)
    await store.close()
    expect(steps).toEqual([`SEARCH audit_entries USING INDEX ${index}`])
  })

  test.each([
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['cursor=nonsense', '/query/cursor'],
    ['since=yesterday', '/query/since'],
    ['until=2026', '/query/until'],
    ['action=profile.eaten', '/query/action'],
  ])('%s is 400', async (query, path) => {
    expectInvalidAt(await client.call('GET', `/v1/audit?${query}`), path)
  })

  test('never contains a key, a secret or a URL', async () => {
    const { key } = await create({ name: 'k' })
    await createWebhook(client, 'http://127.0.0.1:1/hook?token=hidden')
    const text = JSON.stringify(await list())
    for (const secret of [key, client.key, 'whsec_', 'token=hidden']) expect(text).not.toContain(secret)
    expect(await dumpStore(service.home)).not.toContain(key)
  })

  test('entries are deleted after 90 days, or as many as are set, and with 0 never', async () => {
    const store = await openStore(readConfig(service.home.env))
    const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    const sweepAfter = (days: number, kept: number = daysKept.audit) =>
      eachAccount(store, (accountId) => sweepAudit({ store, clock: () => later(days) }, accountId, kept))
    await sweepAfter(9_000, 0)
    await sweepAfter(daysKept.audit + 1, 365)
    await sweepAfter(daysKept.audit - 1)
    expect(await actions()).toEqual(['account.created'])
    await sweepAfter(daysKept.audit + 1)
    expect(await actions()).toEqual([])
    await store.close()
  })
})

test('a service with one account records refused sign-ins with unknown keys and codes there', async () => {
  const service = await startService('sqlite')
  const wrong = `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`
  for (const body of [{ key: wrong }, { code: 'unknown' }]) {
    expect((await service.call('POST', '/api/session', { key: null, body })).status).toBe(401)
  }
  const { entries } = (await service.call('GET', '/v1/audit?action=session.failed')).body
  await service.stop()
  expect(entries).toMatchObject([
    { actor: null, target: { type: 'account' }, details: { code: 'invalid_code' } },
    { actor: null, target: { type: 'account' }, details: { code: 'invalid_api_key' } },
  ])
})

test('keys that the command line creates are recorded without an actor', async () => {
  const service = await startService('sqlite')
  const { stdout } = await runOperatorCommand(['accounts', 'create', 'team'], service.home.env)
  await runOperatorCommand(['accounts', 'key', 'team'], service.home.env)
  const { entries } = (await service.call('GET', '/v1/audit', { key: stdout.trim() })).body
  await service.stop()
  expect(entries).toMatchObject([
    { action: 'api_key.created', actor: null },
    { action: 'account.created', actor: null, target: { name: 'team' } },
  ])
})

test('every action has a name like that of an event', () => {
  for (const action of auditActions) expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/)
})
