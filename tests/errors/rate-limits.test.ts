import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'

const minuteMs = 60_000
const unknownKey = 'plt_000000000000000000000000000000003DOjZC'
const env = { PALATE_RATE_LIMIT: '10', PALATE_AUTH_FAILURES: '3', PALATE_KEYLESS_RATE_LIMIT: '8' }

describe.each(engines)('rate limits on %s', (engine) => {
  let service: TestService
  let beside: TestService
  beforeAll(async () => {
    service = await startService(engine, env)
    beside = await startService(engine, env, service.home)
  })
  afterAll(async () => {
    await beside.stop()
    await service.stop()
  })
  beforeEach(startNextMinute)

  /** Sets both clocks to the start of a minute without counted requests. */
  function startNextMinute(): void {
    const nowMs = Date.now() + service.clock.skipMs
    service.clock.skipMs += minuteMs - (nowMs % minuteMs)
    beside.clock.skipMs = service.clock.skipMs
  }

  function secondsLeft(): number {
    return 60 - (Math.floor((Date.now() + service.clock.skipMs) / 1000) % 60)
  }

  async function newKey(): Promise<{ readonly id: string; readonly key: string }> {
    return (await service.call('POST', '/api/api-keys', { body: { name: 'limited' } })).body
  }

  async function callTimes(times: number, key: string, path = '/v1/profiles'): Promise<readonly Answer[]> {
    const answers: Answer[] = []
    for (let i = 0; i < times; i++) answers.push(await service.call('GET', path, { key }))
    return answers
  }

  const header = (answers: readonly Answer[], name: string) => answers.map(({ headers }) => headers.get(name))

  test("x-ratelimit-limit, -remaining and -reset describe the key's current clock minute", async () => {
    const { key } = await newKey()
    service.clock.skipMs += 29_500
    const before = secondsLeft()
    const answers = await callTimes(3, key)
    const after = secondsLeft()
    expect(header(answers, 'x-ratelimit-limit')).toEqual(['10', '10', '10'])
    expect(header(answers, 'x-ratelimit-remaining')).toEqual(['9', '8', '7'])
    for (const reset of header(answers, 'x-ratelimit-reset').map(Number)) {
      expect(reset).toBeLessThanOrEqual(before)
      expect(reset).toBeGreaterThanOrEqual(after)
    }
    expect(before).toBeLessThanOrEqual(31)
  })

  test('the request past the limit is 429 rate_limited with Retry-After, until the clock minute is over', async () => {
    const { key } = await newKey()
    const allowed = await callTimes(10, key)
    expect(allowed.map(({ status }) => status)).toEqual(new Array(10).fill(200))
    const before = secondsLeft()
    const [refused] = await callTimes(1, key)
    if (!refused) throw new Error('no answer')
    expectProblem(refused, 429, 'rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(before)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(secondsLeft())
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    startNextMinute()
    const [again] = await callTimes(1, key)
    expect(again?.status).toBe(200)
    expect(again?.headers.get('x-ratelimit-remaining')).toBe('9')
  })

  test('each key has its own limit', async () => {
    const one = await newKey()
    const other = await newKey()
    await callTimes(11, one.key)
    expect((await callTimes(1, one.key))[0]?.status).toBe(429)
    expect((await callTimes(1, other.key))[0]?.status).toBe(200)
  })

  test('a rate-limited request counts as usage, and so do other failed requests', async () => {
    const { id, key } = await newKey()
    await callTimes(8, key)
    await callTimes(1, key, '/v1/profiles/none')
    await callTimes(1, key, '/v1/profiles?limit=0')
    const refused = await callTimes(4, key)
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
    const { body } = await service.call('GET', '/api/api-keys')
    const found = body.keys.find((one: { id: string }) => one.id === id)
    expect(found.usageCount).toBe(14)
  })

  test('the limit applies across all processes on one store, once they have shared their counts', async () => {
    const { id, key } = await newKey()
    await callTimes(10, key)
    // Reading the list makes a process store its counts and read those of the others.
    await service.call('GET', '/api/api-keys')
    expect((await beside.call('GET', '/v1/profiles', { key })).status).toBe(200)
    await beside.call('GET', '/api/api-keys')
    const refused = await beside.call('GET', '/v1/profiles', { key })
    expectProblem(refused, 429, 'rate_limited')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    startNextMinute()
    expect((await beside.call('GET', '/v1/profiles', { key })).status).toBe(200)
    const { keys } = (await beside.call('GET', '/api/api-keys')).body
    expect(keys.find((one: { id: string }) => one.id === id).usageCount).toBe(13)
  })

  test('requests without a key are limited per address, including missing keys and unknown paths', async () => {
    const { key } = await newKey()
    const keyless = (path: string) => service.call('GET', path, { key: null })
    for (const path of ['/docs', '/openapi.json', '/openapi.json']) expect((await keyless(path)).status).toBe(200)
    for (const path of ['/v1', '/nothing']) expectProblem(await keyless(path), 404, 'route_not_found')
    expectProblem(await service.call('PUT', '/docs', { key: null }), 405, 'method_not_allowed')
    for (let i = 0; i < 2; i++) expectProblem(await keyless('/v1/profiles'), 401, 'missing_api_key')
    for (const path of ['/openapi.json', '/docs', '/nothing', '/v1/profiles']) {
      const refused = expectProblem(await keyless(path), 429, 'rate_limited')
      expect(refused.detail).toBe('without a key, an address is limited to 8 requests a minute')
    }
    expect(Number((await keyless('/docs')).headers.get('retry-after'))).toBeGreaterThanOrEqual(secondsLeft())
    expect((await callTimes(1, key))[0]?.status).toBe(200)
    startNextMinute()
    expect((await keyless('/docs')).status).toBe(200)
  })

  test('probes from localhost have no limit', async () => {
    for (let i = 0; i < 12; i++) {
      for (const path of ['/healthz', '/readyz']) {
        expect((await service.call('GET', path, { key: null })).status).toBe(200)
      }
    }
    expect((await service.call('GET', '/healthz')).headers.get('x-ratelimit-limit')).toBeNull()
  })

  test('failed sign-ins are limited per address, while good keys from it keep working', async () => {
    const { key } = await newKey()
    for (const answer of await callTimes(3, unknownKey)) expectProblem(answer, 401, 'invalid_api_key')
    for (const answer of await callTimes(2, unknownKey)) {
      expectProblem(answer, 429, 'rate_limited')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(secondsLeft())
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    expect((await callTimes(1, 'plt_mistyped'))[0]?.status).toBe(429)
    expect((await callTimes(1, key))[0]?.status).toBe(200)
    expectProblem(await service.call('GET', '/v1/profiles', { key: null }), 401, 'missing_api_key')
    startNextMinute()
    expect((await callTimes(1, unknownKey))[0]?.status).toBe(401)
  })
})
