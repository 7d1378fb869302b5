import { codeMs, codesPerKeyMax, sessionMs, sessionsPerKeyMax } from '@palate/core/sessions/schema.ts'
import { sweepRequests } from '@palate/server/composition/background.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Ask, Client } from '../harness/client.ts'
import { eachAccount } from '../harness/each-account.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { unknownKey } from '../harness/unknown-key.ts'
import { pixel } from '../properties/operation-requests.ts'

const page = { 'x-palate-request': '1' }

describe.each(engines)('sessions on %s', (engine) => {
  let service: TestService
  /** Simulates another process on the same store. */
  let other: TestService
  beforeAll(async () => {
    service = await startService(engine)
    other = await startService(engine, {}, service.home)
  })
  afterAll(async () => {
    await other.stop()
    await service.stop()
  })
  afterEach(() => {
    service.clock.skipMs = 0
  })

  const createKey = async (body: object = {}) =>
    (await service.call('POST', '/api/api-keys', { body: { name: 'session', ...body } })).body
  const signIn = (body: object, headers = {}, client: Client = service) =>
    client.call('POST', '/api/session', { key: null, body, headers })
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''
  const session = async (key = service.key) => cookieOf(await signIn({ key }))
  const call = (cookie: string, method: string, path: string, ask: Ask = {}, client: Client = service) =>
    client.call(method, path, { key: null, ...ask, headers: { cookie, ...ask.headers } })
  const get = (cookie: string, client: Client = service) => call(cookie, 'GET', '/api/session', {}, client)
  const makeCode = async (key = service.key) => (await service.call('POST', '/api/session/codes', { key })).body

  test('a key signs in: the response names the account and sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn({ key: service.key })
    expect([answer.status, answer.body]).toEqual([200, { account: 'default' }])
    expect(answer.headers.get('set-cookie')).toMatch(
      /^palate_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
    for (const client of [service, other]) expect((await get(cookieOf(answer), client)).body).toEqual(answer.body)
  })

  test('GET /api/session returns the limits of the key, also for a Bearer key', async () => {
    const limits = { projectId: 'studio', scopes: ['read', 'teach'] }
    const { key } = await createKey(limits)
    expect((await get(await session(key))).body).toEqual({ account: 'default', ...limits })
    expect((await service.call('GET', '/api/session', { key })).body).toEqual({ account: 'default', ...limits })
  })

  test('GET /api/session/key names the key of a session or a request, whatever its scopes are', async () => {
    const { key, id, expiresAt } = await createKey({ name: 'Website', scopes: ['score'], expiresInDays: 1 })
    const named = { id, name: 'Website', expiresAt }
    expect((await call(await session(key), 'GET', '/api/session/key')).body).toEqual(named)
    expect((await service.call('GET', '/api/session/key', { key })).body).toEqual(named)
    expect((await service.call('GET', '/api/session/key')).body).not.toHaveProperty('expiresAt')
    expectProblem(await service.call('GET', '/api/session/key', { key: null }), 401, 'missing_api_key')
  })

  test.each([
    ['the page', { origin: 'https://palate.example.com' }],
    ['a proxy', { 'x-forwarded-proto': 'https' }],
  ])('over https, as %s says, the cookie is Secure and of this host alone, and stays so', async (_, headers) => {
    const answer = await signIn({ key: service.key }, headers)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-palate_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    )
    service.clock.skipMs = sessionMs / 2
    const renewed = (await get(cookieOf(answer))).headers.get('set-cookie')
    expect(renewed).toMatch(/^__Host-palate_session=.+; Path=\/; .+; Secure$/)
    const ended = await call(cookieOf(answer), 'DELETE', '/api/session', { headers: page })
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-palate_session=; Path=\/; Max-Age=0; .+; Secure$/)
  })

  test('a session of https is over in a cookie that any page could have set, and a prefixed cookie comes first', async () => {
    const secure = cookieOf(await signIn({ key: service.key }, { origin: 'https://palate.example.com' }))
    const planted = secure.replace('__Host-', '')
    expectProblem(await get(planted), 401, 'missing_api_key')
    expect((await get(`${await session()}; ${secure}`)).status).toBe(200)
    expect((await get(`palate_session=planted; ${secure}`)).status).toBe(200)
  })

  test('the cookie authenticates as the key; every method except GET and HEAD needs X-Palate-Request: 1', async () => {
    const { key } = await createKey({ projectId: 'studio' })
    const cookie = await session(key)
    const make = { body: { projectId: 'studio', name: `Made in ${engine}` } }
    for (const headers of [{}, { 'x-palate-request': '0' }]) {
      expectProblem(await call(cookie, 'POST', '/v1/profiles', { ...make, headers }), 403, 'request_header_missing')
    }
    const made = await call(cookie, 'POST', '/v1/profiles', { ...make, headers: page })
    expect(made.status).toBe(201)
    const path = `/v1/profiles/${made.body.id}`
    expect((await call(cookie, 'GET', path)).status).toBe(200)
    expect((await call(cookie, 'HEAD', path)).status).toBe(200)
    expectProblem(await call(cookie, 'PATCH', path, { body: { seed: 'x' } }), 403, 'request_header_missing')
    expectProblem(await call(cookie, 'DELETE', path), 403, 'request_header_missing')
    expectProblem(await call(cookie, 'DELETE', '/api/session'), 403, 'request_header_missing')
    const elsewhere = { body: { projectId: 'elsewhere', name: 'x' }, headers: page }
    expectProblem(await call(cookie, 'POST', '/v1/profiles', elsewhere), 403, 'project_forbidden')
    expect((await call(cookie, 'DELETE', path, { headers: page })).status).toBe(200)
  })

  test('the scopes of the key apply', async () => {
    const cookie = await session((await createKey({ scopes: ['score'] })).key)
    expectProblem(await call(cookie, 'GET', '/v1/profiles'), 403, 'scope_forbidden')
    expect((await call(cookie, 'GET', '/v1/score/batch')).status).toBe(200)
  })

  test('a Bearer header takes precedence over the cookie, and another scheme does not', async () => {
    const cookie = await session((await createKey({ scopes: ['score'] })).key)
    const bearer = { authorization: `Bearer ${service.key}` }
    expect((await call(cookie, 'GET', '/api/session', { headers: bearer })).body).toEqual({ account: 'default' })
    const made = { body: { projectId: 'studio', name: `By key in ${engine}` }, headers: bearer }
    expect((await call(cookie, 'POST', '/v1/profiles', made)).status).toBe(201)
    const wrong = { headers: { authorization: 'Bearer none' } }
    expectProblem(await call(cookie, 'GET', '/api/session', wrong), 401, 'invalid_api_key')
    const basic = { headers: { authorization: 'Basic cHJveHk6cHJveHk=' } }
    expect((await call(cookie, 'GET', '/api/session', basic)).body.scopes).toEqual(['score'])
  })

  test('pictures and thumbnails accept the cookie, and only this browser may cache them', async () => {
    const raw = new Uint8Array(Buffer.from(pixel.slice(pixel.indexOf(',') + 1), 'base64'))
    const sent = { raw, headers: { 'content-type': 'image/png', ...page } }
    const cookie = await session()
    const { body } = await call(cookie, 'POST', '/api/frames/upload?projectId=studio', sent)
    for (const path of [`/api/frames/${body.id}`, `/api/frames/${body.id}/thumbnail`]) {
      const shown = await fetch(service.url + path, { headers: { cookie } })
      await shown.arrayBuffer()
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, expect.stringMatching(/^private\b/)])
    }
  })

  test('a session lasts 12 hours from its last use', async () => {
    const cookie = await session()
    expect((await get(cookie)).headers.get('set-cookie')).toBe(null)
    const nearlyMs = sessionMs - 600_000
    service.clock.skipMs = nearlyMs
    const renewed = await get(cookie)
    expect(renewed.headers.get('set-cookie')).toBe(`${cookie}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict`)
    // A renewal is stored shortly afterwards; until then later requests also renew.
    await expect.poll(async () => (await get(cookie)).headers.get('set-cookie')).toBe(null)
    service.clock.skipMs += nearlyMs
    expect((await get(cookie)).status).toBe(200)
    await expect.poll(async () => (await get(cookie)).headers.get('set-cookie')).toBe(null)
    service.clock.skipMs += sessionMs + 60_000
    expectProblem(await get(cookie), 401, 'missing_api_key')
  })

  test('a revoked or expired key ends its sessions in every process immediately', async () => {
    const { id, key } = await createKey()
    const cookie = await session(key)
    for (const client of [service, other]) expect((await get(cookie, client)).status).toBe(200)
    await service.call('DELETE', `/api/api-keys?id=${id}`)
    for (const client of [service, other]) expectProblem(await get(cookie, client), 401, 'revoked_api_key')

    const expiring = await createKey({ expiresInDays: 0.25 })
    const expired = await session(expiring.key)
    service.clock.skipMs = Date.parse(expiring.expiresAt) - Date.now()
    expectProblem(await get(expired), 401, 'expired_api_key')
  })

  test('DELETE ends the session in every process, and removes the cookie from the browser', async () => {
    const cookie = await session()
    expect((await get(cookie, other)).status).toBe(200)
    const ended = await call(cookie, 'DELETE', '/api/session', { headers: page })
    expect([ended.status, ended.body]).toEqual([200, { success: true }])
    expect(ended.headers.get('set-cookie')).toMatch(/^palate_session=; Path=\/; Max-Age=0; /)
    for (const client of [service, other]) expectProblem(await get(cookie, client), 401, 'missing_api_key')
    expectProblem(await call('palate_session=short', 'GET', '/api/session'), 401, 'missing_api_key')
  })

  test('an event stream ends with the session that opened it', async () => {
    const cookie = await session()
    const headers = { cookie, accept: 'text/event-stream' }
    const { body } = await fetch(`${service.url}/v1/events`, { headers })
    const reader = body?.getReader()
    await reader?.read()
    await call(cookie, 'DELETE', '/api/session', { headers: page })
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
  })

  test('a code signs in once, with the scopes of the key that created it', async () => {
    const { key } = await createKey({ scopes: ['teach'] })
    const { code, expiresAt } = await makeCode(key)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - codeMs)).toBeLessThan(600_000)
    const answers = await Promise.all([signIn({ code }), signIn({ code }, {}, other), signIn({ code })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ account: 'default', scopes: ['teach'] })
    expectProblem(await signIn({ code }), 401, 'invalid_code')
  })

  test('a code is valid for 15 minutes, no longer than its key, and only while the key is not revoked', async () => {
    const { code } = await makeCode()
    service.clock.skipMs = codeMs + 60_000
    expectProblem(await signIn({ code }), 401, 'invalid_code')
    service.clock.skipMs = 0
    const expiring = await createKey({ expiresInDays: 5 / 1440 })
    expect((await makeCode(expiring.key)).expiresAt).toBe(expiring.expiresAt)
    const { id, key } = await createKey()
    const ofRevoked = await makeCode(key)
    await service.call('DELETE', `/api/api-keys?id=${id}`)
    expectProblem(await signIn(ofRevoked), 401, 'revoked_api_key')
  })

  test('the replayed response of a code has no code', async () => {
    const headers = { 'idempotency-key': `code in ${engine}` }
    const first = await service.call('POST', '/api/session/codes', { headers })
    const again = await service.call('POST', '/api/session/codes', { headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual({ expiresAt: first.body.expiresAt })
  })

  test('wrong keys and codes are 401, and anything else is 400', async () => {
    const wrongKey = `${service.key.slice(0, -1)}${service.key.endsWith('x') ? 'y' : 'x'}`
    expectProblem(await signIn({ key: wrongKey }), 401, 'invalid_api_key')
    expectProblem(await signIn({ code: 'x'.repeat(43) }), 401, 'invalid_code')
    for (const body of [{}, { key: 1 }, { key: service.key, code: 'x' }, { key: 'x'.repeat(201) }]) {
      expectProblem(await signIn(body), 400, 'invalid_request')
    }
    // A form of another site cannot send JSON.
    const form = { key: null, raw: `{"key":"${service.key}"}`, headers: { 'content-type': 'text/plain' } }
    expectProblem(await service.call('POST', '/api/session', form), 415, 'unsupported_media_type')
  })

  test('signing in and every request of the session count as usage of the key', async () => {
    const { id, key } = await createKey()
    const cookie = await session(key)
    await get(cookie)
    const { headers } = await call(cookie, 'GET', '/v1/dimensions')
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    const { keys } = (await service.call('GET', '/api/api-keys')).body
    expect(keys.find((one: { id: string }) => one.id === id).usageCount).toBe(3)
  })

  test('a key has at most 100 sessions and 20 codes: a new one ends the least recently used one', async () => {
    const { key } = await createKey()
    const codes: string[] = []
    for (let i = 0; i <= codesPerKeyMax; i++) {
      service.clock.skipMs += 10
      codes.push((await makeCode(key)).code)
    }
    expectProblem(await signIn({ code: codes[0] }), 401, 'invalid_code')
    expect((await signIn({ code: codes[1] })).status).toBe(200)

    const full = await createKey()
    const cookies: string[] = []
    for (let i = 0; i <= sessionsPerKeyMax; i++) {
      service.clock.skipMs += 10
      cookies.push(await session(full.key))
    }
    expectProblem(await get(cookies[0] ?? ''), 401, 'missing_api_key')
    expect((await get(cookies[1] ?? '')).status).toBe(200)
    expect((await get(cookies.at(-1) ?? '')).status).toBe(200)
  })

  test('the store contains no token or code, and a sweep deletes expired ones', async () => {
    const secrets = [(await session()).split('=')[1] ?? '', (await makeCode()).code]
    const store = await openStore(readConfig(service.home.env))
    const rows = async () => [
      ...(await store.read.selectFrom('sessions').selectAll().execute()),
      ...(await store.read.selectFrom('session_codes').selectAll().execute()),
    ]
    const text = JSON.stringify(await rows())
    for (const secret of secrets) expect(text).not.toContain(secret)
    const sweepAfter = (ms: number) => {
      const clock = () => new Date(Date.now() + ms)
      return eachAccount(store, (accountId) => sweepRequests({ store, clock }, accountId))
    }
    await sweepAfter(60_000)
    expect((await rows()).length).toBeGreaterThan(1)
    await sweepAfter(100 * sessionMs)
    expect(await rows()).toEqual([])
    const keys = await store.read.selectFrom('api_keys').select('hash').orderBy('hash').execute()
    expect(await store.read.selectFrom('key_accounts').select('hash').orderBy('hash').execute()).toEqual(keys)
    await store.close()
  })
})

test('thousands of wrong keys from an address do not block valid keys, codes or sessions from it', async () => {
  const service = await startService('sqlite', { PALATE_KEYLESS_RATE_LIMIT: '20' })
  service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  const newKey = async () => (await service.call('POST', '/api/api-keys', { body: { name: 'fresh' } })).body.key
  const [key, signingIn] = [await newKey(), await newKey()]
  const { code } = (await service.call('POST', '/api/session/codes')).body
  const made = await service.call('POST', '/api/session', { key: null, body: { key: service.key } })
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (let i = 0; i < 3200; i += 100) {
    await Promise.all(Array.from({ length: 100 }, () => service.call('GET', '/v1/profiles', { key: unknownKey })))
  }
  for (let i = 0; i < 30; i++) await service.call('POST', '/api/session', { key: null, body: {} })
  const signIn = (body: object) => service.call('POST', '/api/session', { key: null, body })
  expect((await service.call('GET', '/v1/profiles', { key })).status).toBe(200)
  expect((await signIn({ key: signingIn })).status).toBe(200)
  expect((await signIn({ code })).status).toBe(200)
  expect((await service.call('GET', '/api/session', { key: null, headers: { cookie } })).status).toBe(200)
  expectProblem(await signIn({ key: unknownKey }), 429, 'rate_limited')
  expectProblem(await signIn({}), 429, 'rate_limited')
  await service.stop()
})

test('signing in counts against the rate limit of the key', async () => {
  const service = await startService('sqlite', { PALATE_RATE_LIMIT: '3' })
  service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  const signIn = (body: object) => service.call('POST', '/api/session', { key: null, body })
  const { code } = (await service.call('POST', '/api/session/codes')).body
  for (let i = 0; i < 2; i++) expect((await signIn({ key: service.key })).status).toBe(200)
  expectProblem(await signIn({ key: service.key }), 429, 'rate_limited')
  expect((await signIn({ code })).status).toBe(200)
  await service.stop()
})

test('failures behind a trusted proxy count for the client address that it reports', async () => {
  const env = { PALATE_AUTH_FAILURES: '2', PALATE_TRUSTED_PROXIES: '127.0.0.0/8' }
  const service = await startService('sqlite', env)
  service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  const codeFor = async (forwarded: string) =>
    (await service.call('GET', '/v1/profiles', { key: 'plt_x', headers: { 'x-forwarded-for': forwarded } })).body.code
  const codes: string[] = []
  // The client may prepend any address to the one that the proxy adds.
  for (const made of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) codes.push(await codeFor(`${made}, 192.0.2.1`))
  expect(codes).toEqual(['invalid_api_key', 'invalid_api_key', 'rate_limited'])
  expect(await codeFor('192.0.2.2')).toBe('invalid_api_key')
  await service.stop()
})

test('wrong keys and codes count as failed sign-ins; valid ones keep working', async () => {
  const service = await startService('sqlite', { PALATE_AUTH_FAILURES: '3' })
  // From the start of a clock minute.
  service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  const signIn = (body: object) => service.call('POST', '/api/session', { key: null, body })
  const codes: string[] = []
  for (const body of [{ key: 'plt_x' }, { code: 'x' }, { code: 'y' }, { key: 'plt_y' }, { code: 'z' }]) {
    codes.push((await signIn(body)).body.code)
  }
  const good = await signIn({ key: service.key })
  await service.stop()
  expect(codes).toEqual(['invalid_api_key', 'invalid_code', 'invalid_code', 'rate_limited', 'rate_limited'])
  expect(good.status).toBe(200)
})
