import { describe, expect, test } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

describe.each(engines)('the rotation of keys on %s', (engine) => {
  const service = useService(engine)

  const create = async (body: object) => (await service.call('POST', '/api/api-keys', { body })).body
  const rotate = (id: string, body?: unknown) => service.call('POST', `/api/api-keys/rotate?id=${id}`, { body })
  const use = (key: string) => service.call('GET', '/v1/profiles', { key })
  const listedIds = async () =>
    (await service.call('GET', '/api/api-keys')).body.keys.map(({ id }: { id: string }) => id) as string[]

  test('a rotation answers 201 like a creation: a successor with the same name, project and expiry', async () => {
    const old = await create({ name: 'Rotated', projectId: 'p', expiresInDays: 7 })
    const answer = await rotate(old.id)
    expect(answer.status).toBe(201)
    const { id, key, createdAt, ...rest } = answer.body
    expect(rest).toEqual({
      name: 'Rotated',
      projectId: 'p',
      expiresAt: old.expiresAt,
      prefix: key.slice(0, 12),
      warning: old.warning,
    })
    expect(id).not.toBe(old.id)
    expect(key).not.toBe(old.key)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(old.createdAt))
    expect((await use(key)).status).toBe(200)
    expectProblem(await service.call('GET', '/v1/profiles?projectId=q', { key }), 403, 'project_forbidden')
  })

  test('without an overlap the old key is revoked immediately', async () => {
    for (const body of [undefined, {}, { overlapSeconds: 0 }]) {
      const old = await create({ name: 'at once' })
      expect((await rotate(old.id, body)).status).toBe(201)
      expectProblem(await use(old.key), 401, 'revoked_api_key')
      expect(await listedIds()).not.toContain(old.id)
    }
  })

  test('with an overlap both keys work until it is over', async () => {
    const old = await create({ name: 'overlap' })
    const { body: next } = await rotate(old.id, { overlapSeconds: 3600 })
    const revokedAtMs = Date.parse(next.createdAt) + 3600_000
    expect((await use(old.key)).status).toBe(200)
    expect(await listedIds()).toEqual(expect.arrayContaining([old.id, next.id]))
    service.clock.skipMs = revokedAtMs - Date.now() - 30_000
    const before = await use(old.key)
    service.clock.skipMs = revokedAtMs - Date.now()
    const after = await use(old.key)
    const ids = await listedIds()
    const successor = await use(next.key)
    service.clock.skipMs = 0
    expect(before.status).toBe(200)
    expectProblem(after, 401, 'revoked_api_key')
    expect(ids).not.toContain(old.id)
    expect(successor.status).toBe(200)
  })

  test('a key in its overlap can be revoked immediately', async () => {
    const old = await create({ name: 'overlap' })
    const { body: next } = await rotate(old.id, { overlapSeconds: 3600 })
    expect((await service.call('DELETE', `/api/api-keys?id=${old.id}`)).status).toBe(200)
    expectProblem(await use(old.key), 401, 'revoked_api_key')
    expect((await use(next.key)).status).toBe(200)
  })

  test('a second rotation never lengthens the life of a key', async () => {
    const old = await create({ name: 'twice' })
    const { body: first } = await rotate(old.id, { overlapSeconds: 60 })
    await rotate(old.id, { overlapSeconds: 3600 })
    service.clock.skipMs = Date.parse(first.createdAt) + 60_000 - Date.now()
    const after = await use(old.key)
    service.clock.skipMs = 0
    expectProblem(after, 401, 'revoked_api_key')
  })

  test('a key may rotate itself', async () => {
    const old = await create({ name: 'self', projectId: 'p' })
    const answer = await service.call('POST', `/api/api-keys/rotate?id=${old.id}`, { key: old.key })
    expect(answer).toMatchObject({ status: 201, body: { name: 'self', projectId: 'p' } })
    expectProblem(await use(old.key), 401, 'revoked_api_key')
  })

  test('an unknown, revoked or expired key cannot be rotated: 404 key_not_found', async () => {
    expectProblem(await rotate('key_00000000000070008000000000000000'), 404, 'key_not_found')
    const revoked = await create({ name: 'revoked' })
    await service.call('DELETE', `/api/api-keys?id=${revoked.id}`)
    expectProblem(await rotate(revoked.id), 404, 'key_not_found')
    const expired = await create({ name: 'expired', expiresInDays: 1 })
    service.clock.skipMs = 24 * 3600_000
    const answer = await rotate(expired.id)
    service.clock.skipMs = 0
    expectProblem(answer, 404, 'key_not_found')
    expect((await use(expired.key)).status).toBe(200)
  })

  test.each([-1, '60', null, 1e12])('overlapSeconds %j is 400', async (overlapSeconds) => {
    const { id, key } = await create({ name: 'kept' })
    expectInvalidAt(await rotate(id, { overlapSeconds }), '/overlapSeconds')
    expect((await use(key)).status).toBe(200)
  })

  test('a rotation without an id is 400', async () => {
    expectInvalidAt(await service.call('POST', '/api/api-keys/rotate'), '/query/id')
  })
})
