import { afterEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

const dayMs = 24 * 3600 * 1000
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

interface Day {
  readonly date: string
  readonly requests: number
}

describe.each(engines)('the usage of a key by day on %s', (engine) => {
  const service = useService(engine)
  afterEach(() => {
    service.clock.skipMs = 0
  })

  const create = async (body: object, client: Client = service) =>
    (await client.call('POST', '/api/api-keys', { body: { name: 'counted', ...body } })).body
  const usage = (query: string, client: Client = service) => client.call('GET', `/api/api-keys/usage?${query}`)
  const use = (key: string) => service.call('GET', '/v1/profiles', { key })
  /** Noon this many days from now, so that no midnight passes during a test. */
  const moveToNoon = (days: number) => {
    const noonMs = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
    service.clock.skipMs = noonMs + days * dayMs - Date.now()
    return noonMs + days * dayMs
  }

  test('counts the requests of each UTC day, oldest first, with days without use as 0', async () => {
    const todayMs = moveToNoon(0)
    const { id, key } = await create({})
    moveToNoon(-2)
    await use(key)
    moveToNoon(0)
    await Promise.all([use(key), use(key), service.call('POST', '/v1/profiles', { key, raw: '{' })])
    const { status, body } = await usage(`id=${id}&days=4`)
    expect(status).toBe(200)
    expect(body).toEqual({
      days: [
        { date: dateOf(todayMs - 3 * dayMs), requests: 0 },
        { date: dateOf(todayMs - 2 * dayMs), requests: 1 },
        { date: dateOf(todayMs - dayMs), requests: 0 },
        { date: dateOf(todayMs), requests: 3 },
      ],
    })
    expect((await usage(`id=${id}&days=1`)).body.days).toEqual(body.days.slice(3))
  })

  test('without days it covers 30, and at most 90', async () => {
    const todayMs = moveToNoon(0)
    const { id, key } = await create({})
    await use(key)
    for (const [query, length] of [
      ['', 30],
      ['&days=90', 90],
    ] as const) {
      const days: readonly Day[] = (await usage(`id=${id}${query}`)).body.days
      expect(days).toHaveLength(length)
      expect(days[0]).toEqual({ date: dateOf(todayMs - (length - 1) * dayMs), requests: 0 })
      expect(days.at(-1)).toEqual({ date: dateOf(todayMs), requests: 1 })
    }
    for (const days of ['0', '91', '-1', '1.5', 'all', '']) {
      expectInvalidAt(await usage(`id=${id}&days=${days}`), '/query/days')
    }
    expectInvalidAt(await usage('days=3'), '/query/id')
  })

  test('the sum of all days is the usageCount of the key, over all processes', async () => {
    moveToNoon(0)
    const other = await startService(engine, {}, service.home)
    const { id, key } = await create({})
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? use(key) : other.call('GET', '/v1/profiles', { key }))),
    )
    await other.stop()
    const days: readonly Day[] = (await usage(`id=${id}`)).body.days
    expect(days.reduce((sum, { requests }) => sum + requests, 0)).toBe(10)
    const { keys } = (await service.call('GET', '/api/api-keys')).body
    expect(keys.find((one: { id: string }) => one.id === id).usageCount).toBe(10)
  })

  test('the usage request itself is counted', async () => {
    moveToNoon(0)
    const { id, key } = await create({})
    expect((await usage(`id=${id}&days=1`, service.as(key))).body.days[0].requests).toBe(1)
  })

  test('the usage of a revoked key stays readable', async () => {
    moveToNoon(0)
    const { id, key } = await create({})
    await use(key)
    await service.call('DELETE', `/api/api-keys?id=${id}`)
    expect((await usage(`id=${id}&days=1`)).body.days[0].requests).toBe(1)
  })

  test('an unknown key is 404 key_not_found, and so is one of another account or another project', async () => {
    const stranger = service.as(await service.newAccount())
    const [inside, outside] = [await create({ projectId: 'one' }), await create({})]
    expectProblem(await usage('id=key_00000000000070008000000000000000'), 404, 'key_not_found')
    expectProblem(await usage('id=none'), 404, 'key_not_found')
    expectProblem(await usage(`id=${inside.id}`, stranger), 404, 'key_not_found')
    const scoped = service.as(inside.key)
    expectProblem(await usage(`id=${outside.id}`, scoped), 404, 'key_not_found')
    expect((await usage(`id=${inside.id}`, scoped)).status).toBe(200)
  })
})
