import { loginMs, loginsPerAccountMax, loginsPerNetworkMax } from '@palate/core/logins/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { pageOf, signInPerson } from './sign-in-person.ts'

const env = { PALATE_TRUSTED_PROXIES: '127.0.0.1/32', PALATE_AUTH_FAILURES: '30' }

describe.each(engines)('logins of commands on %s', (engine) => {
  let service: TestService
  /** Another process on the same store. */
  let other: TestService
  beforeAll(async () => {
    service = await startService(engine, env)
    other = await startService(engine, env, service.home)
  })
  afterAll(async () => {
    await other.stop()
    await service.stop()
  })
  afterEach(() => {
    service.clock.skipMs = 0
    other.clock.skipMs = 0
  })

  let networks = 0
  /** Each test is from another network, because failures of a network are limited. */
  const newNetwork = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })
  const start = (headers = newNetwork(), on = service) =>
    on.call('POST', '/api/logins', { key: null, body: { name: 'ada-laptop' }, headers })
  const collect = (code: string, headers = newNetwork(), on = service) =>
    on.call('POST', '/api/logins/token', { key: null, body: { code }, headers })
  /** Failures are counted by the minute. */
  const startMinute = () => {
    service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  }
  const path = ({ body }: Answer) => `/api/logins/${body.userCode}`

  test('give a key of the person who confirms them, once, whatever process is asked', async () => {
    const page = await signInPerson(service, { role: 'judge', projects: ['studio'] })
    const headers = newNetwork()
    const login = await start(headers)
    expect(login.status).toBe(201)
    const { code, userCode, url, expiresAt, interval } = login.body
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(url).toBe(`${service.url}/login#code=${userCode}`)
    expect(interval).toBe(2)
    const waiting = await collect(code, headers, other)
    expect([waiting.status, waiting.text, waiting.headers.get('retry-after')]).toEqual([202, '', '2'])
    const shown = await page.call('GET', path(login), { on: other })
    expect(shown.body).toEqual({
      ...{
        userCode,
        name: 'ada-laptop',
        address: headers['x-forwarded-for'],
        createdAt: expect.any(String),
        expiresAt,
      },
    })
    expect(Date.parse(expiresAt) - Date.parse(shown.body.createdAt)).toBe(loginMs)
    const typed = `/api/logins/${userCode.toLowerCase().replace('-', '')}`
    expect((await page.call('POST', typed, { on: other, body: { approve: true } })).body).toEqual({ success: true })
    const answers = await Promise.all([service, other, service, other].map((on) => collect(code, newNetwork(), on)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410, 410, 410])
    const made = answers.find(({ status }) => status === 201)?.body
    expect(made).toMatchObject({ name: 'ada-laptop', personId: page.id })
    expect((await service.call('GET', '/api/session', { key: made.key })).body).toEqual({
      account: 'default',
      projectId: 'studio',
      scopes: ['read', 'score', 'teach'],
      person: { id: page.id, name: 'Ada', role: 'judge' },
    })
    const { entries } = (await service.call('GET', '/v1/audit?action=api_key.created&limit=1')).body
    expect(entries).toMatchObject([{ actor: { name: 'Ada', personId: page.id }, target: { id: made.id } }])
    expectProblem(await page.call('GET', path(login)), 404, 'login_not_found')
    expectProblem(await page.call('POST', path(login), { body: { approve: true } }), 404, 'login_not_found')
  })

  test('that are refused give no key', async () => {
    const page = await signInPerson(service, { role: 'owner' })
    const login = await start()
    await page.call('POST', path(login), { body: { approve: false } })
    expectProblem(await collect(login.body.code), 403, 'login_refused')
    expectProblem(await page.call('POST', path(login), { body: { approve: true } }), 404, 'login_not_found')
  })

  test('expire after ten minutes, whether or not they were confirmed', async () => {
    const page = await signInPerson(service, { role: 'owner' })
    const [waiting, approved] = [await start(), await start()]
    await page.call('POST', path(approved), { body: { approve: true } })
    service.clock.skipMs = loginMs + 1000
    for (const login of [waiting, approved]) {
      expectProblem(await collect(login.body.code), 410, 'login_expired')
      expectProblem(await page.call('POST', path(login), { body: { approve: true } }), 404, 'login_not_found')
    }
  })

  test('end with the person who has confirmed them, also if the person comes back', async () => {
    const page = await signInPerson(service, { role: 'viewer' })
    const login = await start()
    await page.call('POST', path(login), { body: { approve: true } })
    for (const status of ['suspended', 'active'])
      await service.call('PATCH', `/api/people/${page.id}`, { body: { status } })
    expectProblem(await collect(login.body.code), 410, 'login_expired')
  })

  test('are confirmed by people who are signed in, not by keys', async () => {
    const page = await signInPerson(service, { role: 'owner' })
    const { key } = (await page.call('POST', '/api/api-keys', { body: { name: 'CI', scopes: ['read'] } })).body
    const login = await start()
    const ofKey = pageOf(service, await service.call('POST', '/api/session', { key: null, body: { key } }))
    for (const call of [ofKey.call, service.call]) {
      expectProblem(await call('GET', path(login)), 403, 'person_forbidden')
      expectProblem(await call('POST', path(login), { body: { approve: true } }), 403, 'person_forbidden')
    }
    expectProblem(await service.call('GET', path(login), { key: null }), 401, 'missing_api_key')
    const withoutHeader = { body: { approve: true }, headers: { 'x-palate-request': '' } }
    expectProblem(await page.call('POST', path(login), withoutHeader), 403, 'request_header_missing')
    expect((await collect(login.body.code)).status).toBe(202)
  })

  test('of one network are limited, those that wait and those that are started in a minute', async () => {
    const headers = newNetwork()
    const answers = await Promise.all(Array.from({ length: loginsPerNetworkMax * 3 }, () => start(headers)))
    const started = answers.filter(({ status }) => status === 201)
    expect(started.length).toBeGreaterThanOrEqual(loginsPerNetworkMax)
    // Requests that are decided at the same time may each find room.
    expect(started.length).toBeLessThan(loginsPerNetworkMax + 10)
    expectProblem(await start(headers), 429, 'rate_limited')
    expect((await start()).status).toBe(201)
    const { code } = started[0]?.body ?? {}
    expect((await collect(code, headers)).status).toBe(202)
  })

  test('of one account are limited while nobody collects them', async () => {
    const account = service.as(await service.newAccount())
    const page = await signInPerson(account, { role: 'viewer' })
    const logins = await Promise.all(Array.from({ length: loginsPerAccountMax + 1 }, () => start()))
    const decided: number[] = []
    for (const login of logins) {
      decided.push((await page.call('POST', path(login), { body: { approve: true } })).status)
    }
    expect(decided.filter((status) => status === 200)).toHaveLength(loginsPerAccountMax)
    expect(decided.at(-1)).toBe(429)
    await collect(logins[0]?.body.code)
    const last = logins.at(-1) as Answer
    expect((await page.call('POST', path(last), { body: { approve: true } })).status).toBe(200)
  })

  test('cannot be guessed: after too many wrong codes the right one is refused as well', async () => {
    const page = await signInPerson(service, { role: 'viewer' })
    startMinute()
    const login = await start()
    const headers = newNetwork()
    const guess = () => page.call('GET', '/api/logins/BCDF-GHJK', { headers })
    const answers = await Promise.all(Array.from({ length: 32 }, guess))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
    expectProblem(await page.call('GET', path(login), { headers }), 429, 'rate_limited')
    expectProblem(await page.call('POST', path(login), { headers, body: { approve: true } }), 429, 'rate_limited')
    // Neither does another address help, nor is another account concerned.
    expectProblem(await page.call('GET', path(login), { headers: newNetwork() }), 429, 'rate_limited')
    const stranger = await signInPerson(service.as(await service.newAccount()), { role: 'viewer' })
    expect((await stranger.call('GET', path(login), { headers: newNetwork() })).status).toBe(200)
    service.clock.skipMs += 60_000
    expect((await page.call('GET', path(login), { headers })).status).toBe(200)
  })

  test('wrong codes of commands count as failed sign-ins', async () => {
    startMinute()
    const headers = newNetwork()
    const answers = await Promise.all(Array.from({ length: 32 }, () => collect('x'.repeat(43), headers)))
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
      ...Array(30).fill('login_expired'),
      ...Array(2).fill('rate_limited'),
    ])
    expectInvalidAt(await service.call('POST', '/api/logins/token', { key: null, body: {} }), '/code')
    expectProblem(await collect(''), 400, 'invalid_request')
  })
})
