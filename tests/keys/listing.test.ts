import { describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

const dayMs = 24 * 3600 * 1000

describe.each(engines)('the list of keys on %s', (engine) => {
  const service = useService(engine)

  const newAccount = async () => service.as(await service.newAccount())
  const create = async (account: Client, body: object) => (await account.call('POST', '/api/api-keys', { body })).body
  const list = async (account: Client, query = '') => (await account.call('GET', `/api/api-keys${query}`)).body
  const namesOf = (keys: readonly { name: string }[]) => keys.map(({ name }) => name)

  test('it contains the active keys of the account, newest first, including the first key', async () => {
    const account = await newAccount()
    for (const name of ['a', 'b', 'c']) await create(account, { name })
    await create(service, { name: 'of another account' })
    expect(namesOf((await list(account)).keys)).toEqual(['c', 'b', 'a', 'First key'])
  })

  test('a revoked key is not in it', async () => {
    const account = await newAccount()
    const { id } = await create(account, { name: 'gone' })
    await account.call('DELETE', `/api/api-keys?id=${id}`)
    expect(namesOf((await list(account)).keys)).toEqual(['First key'])
  })

  test('an expired key is not in it', async () => {
    const account = await newAccount()
    await create(account, { name: 'a day', expiresInDays: 1 })
    expect(namesOf((await list(account)).keys)).toEqual(['a day', 'First key'])
    service.clock.skipMs = dayMs
    const { keys } = await list(account)
    service.clock.skipMs = 0
    expect(namesOf(keys)).toEqual(['First key'])
  })

  test('projectId narrows it to the keys of that project', async () => {
    const account = await newAccount()
    await create(account, { name: 'one', projectId: 'one' })
    await create(account, { name: 'two', projectId: 'two' })
    expect(namesOf((await list(account, '?projectId=one')).keys)).toEqual(['one'])
    expect(await list(account, '?projectId=none')).toEqual({ keys: [] })
  })

  test('limit and cursor page it, and nextCursor is absent on the last page', async () => {
    const account = await newAccount()
    for (const name of ['a', 'b', 'c', 'd']) await create(account, { name })
    const first = await list(account, '?limit=2')
    expect(namesOf(first.keys)).toEqual(['d', 'c'])
    const second = await list(account, `?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect(namesOf(second.keys)).toEqual(['b', 'a'])
    const third = await list(account, `?limit=2&cursor=${encodeURIComponent(second.nextCursor)}`)
    expect(namesOf(third.keys)).toEqual(['First key'])
    expect(third).not.toHaveProperty('nextCursor')
    expect(await list(account, '?limit=5')).not.toHaveProperty('nextCursor')
    expect(await list(account)).not.toHaveProperty('nextCursor')
  })

  test('lastUsedAt is null until the first use and then the time of the last one', async () => {
    const { id, key } = await create(service, { name: 'used' })
    const find = async () => (await list(service)).keys.find((one: { id: string }) => one.id === id)
    expect(await find()).toMatchObject({ lastUsedAt: null, usageCount: 0 })
    const before = Date.now()
    await service.call('GET', '/v1/profiles', { key })
    const { lastUsedAt } = await find()
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now())
    service.clock.skipMs = dayMs
    await service.call('GET', '/v1/profiles', { key })
    const later = await find()
    service.clock.skipMs = 0
    expect(Date.parse(later.lastUsedAt) - Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(dayMs - 1)
  })

  test('usageCount is the exact number of requests authenticated with the key', async () => {
    const { id, key } = await create(service, { name: 'counted' })
    const asks = Array.from({ length: 50 }, (_, i) => {
      const paths = ['/v1/profiles', '/v1/profiles/none', '/v1/profiles?limit=0', '/api/projects', '/api/api-keys']
      return service.call('GET', paths[i % paths.length] ?? '', { key })
    })
    await Promise.all(asks)
    await service.call('POST', '/v1/profiles', { key, raw: '{' })
    await service.call('GET', '/healthz', { key })
    await service.call('GET', '/nowhere', { key })
    const { keys } = await list(service)
    expect(keys.find((one: { id: string }) => one.id === id).usageCount).toBe(51)
  })

  test('the list counts its own request', async () => {
    const account = await newAccount()
    expect((await list(account)).keys[0].usageCount).toBe(1)
    expect((await list(account)).keys[0].usageCount).toBe(2)
  })

  test('a refused authentication does not count as usage', async () => {
    const { id, key } = await create(service, { name: 'rotated' })
    await service.call('POST', `/api/api-keys/rotate?id=${id}`, { body: { overlapSeconds: 3600 } })
    service.clock.skipMs = 3700_000
    await service.call('GET', '/v1/profiles', { key })
    service.clock.skipMs = 0
    const { keys } = await list(service)
    expect(keys.find((one: { id: string }) => one.id === id).usageCount).toBe(0)
  })
})
