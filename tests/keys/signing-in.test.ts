import { describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'

const dayMs = 24 * 3600 * 1000

describe('signing in', () => {
  const service = useService('sqlite')

  const signIn = (authorization: string) =>
    service.call('GET', '/v1/profiles', { key: null, headers: { authorization } })
  const create = async (body: object) => (await service.call('POST', '/api/api-keys', { body })).body

  test('Authorization: Bearer <key> authenticates, in any spelling of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await signIn(`${scheme} ${service.key}`)).status).toBe(200)
    }
  })

  test('a scheme other than Bearer is missing_api_key', async () => {
    const basic = Buffer.from(`${service.key}:`).toString('base64')
    for (const authorization of [`Basic ${basic}`, `Token ${service.key}`, service.key, 'Bearer', 'Bearer ', '']) {
      expectProblem(await signIn(authorization), 401, 'missing_api_key')
    }
  })

  test('a key in the query or in another header does not authenticate', async () => {
    const headers = { 'x-api-key': service.key }
    const answer = await service.call('GET', `/v1/profiles?key=${service.key}`, { key: null, headers })
    expectProblem(answer, 401, 'missing_api_key')
  })

  test('every route of the API needs a key, except for the pages of shares and for signing in', async () => {
    const { body } = await service.call('GET', '/openapi.json', { key: null })
    const shares = ['', '/reviews', '/pictures/{number}'].map((rest) => `/share/{token}${rest}`)
    const signOn = ['/api/session/methods', '/api/session/oidc', '/api/session/oidc/callback']
    const served = ['/healthz', '/readyz', '/openapi.json', '/docs', '/share/assets/{name}']
    const open = [...served, ...shares, ...signOn, '/api/logins']
    for (const path of Object.keys(body.paths).filter((one) => !open.includes(one))) {
      for (const method of Object.keys(body.paths[path])) {
        const place = path.replaceAll(/\{\w+\}/g, 'x')
        expectProblem(await service.call(method.toUpperCase(), place, { key: null }), 401, 'missing_api_key')
      }
    }
  })

  test('a key stops working at the moment of its expiry and not before', async () => {
    const { key, expiresAt } = await create({ name: 'day', expiresInDays: 1 })
    service.clock.skipMs = Date.parse(expiresAt) - Date.now() - 30_000
    const before = await signIn(`Bearer ${key}`)
    service.clock.skipMs = Date.parse(expiresAt) - Date.now()
    const after = await signIn(`Bearer ${key}`)
    service.clock.skipMs = 0
    expect(before.status).toBe(200)
    expectProblem(after, 401, 'expired_api_key')
  })

  test('a key created by an expiring key expires no later than its creator', async () => {
    const maker = await create({ name: 'maker', expiresInDays: 2 })
    const make = async (body: object) => (await service.call('POST', '/api/api-keys', { key: maker.key, body })).body
    expect((await make({ name: 'missing' })).expiresAt).toBe(maker.expiresAt)
    expect((await make({ name: 'later', expiresInDays: 3 })).expiresAt).toBe(maker.expiresAt)
    const sooner = await make({ name: 'sooner', expiresInDays: 1 })
    expect(Date.parse(sooner.expiresAt) - Date.parse(sooner.createdAt)).toBe(dayMs)
    const grandchild = await service.call('POST', '/api/api-keys', { key: sooner.key, body: { name: 'grandchild' } })
    expect(grandchild.body.expiresAt).toBe(sooner.expiresAt)
  })

  test('a successor created by an expiring key expires no later than its creator', async () => {
    const maker = await create({ name: 'maker', expiresInDays: 2 })
    const forever = await create({ name: 'forever' })
    const { body } = await service.call('POST', `/api/api-keys/rotate?id=${forever.id}`, { key: maker.key })
    expect(body.expiresAt).toBe(maker.expiresAt)
  })

  test('revoking a key keeps the keys that it created', async () => {
    const maker = await create({ name: 'maker' })
    const made = await service.call('POST', '/api/api-keys', { key: maker.key, body: { name: 'made' } })
    expect((await service.call('DELETE', `/api/api-keys?id=${maker.id}`)).body).toEqual({ success: true })
    expectProblem(await signIn(`Bearer ${maker.key}`), 401, 'revoked_api_key')
    expect((await signIn(`Bearer ${made.body.key}`)).status).toBe(200)
  })

  test('a key may revoke itself', async () => {
    const { id, key } = await create({ name: 'self' })
    expect((await service.call('DELETE', `/api/api-keys?id=${id}`, { key })).status).toBe(200)
    expectProblem(await service.call('DELETE', `/api/api-keys?id=${id}`, { key }), 401, 'revoked_api_key')
  })

  test('DELETE of an unknown or already revoked key is 404 key_not_found', async () => {
    const { id } = await create({ name: 'once' })
    expect((await service.call('DELETE', `/api/api-keys?id=${id}`)).status).toBe(200)
    expectProblem(await service.call('DELETE', `/api/api-keys?id=${id}`), 404, 'key_not_found')
    const unknown = '/api/api-keys?id=key_00000000000070008000000000000000'
    expectProblem(await service.call('DELETE', unknown), 404, 'key_not_found')
  })

  test('a revoked key that has since expired is still reported as revoked', async () => {
    const { id, key, expiresAt } = await create({ name: 'both', expiresInDays: 1 })
    await service.call('DELETE', `/api/api-keys?id=${id}`)
    service.clock.skipMs = Date.parse(expiresAt) - Date.now() + 1000
    const answer = await signIn(`Bearer ${key}`)
    service.clock.skipMs = 0
    expectProblem(answer, 401, 'revoked_api_key')
  })
})
