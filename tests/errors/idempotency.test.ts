import { randomUUID } from 'node:crypto'
import { storedResponseBytesMax } from '@palate/server/http/idempotency.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { createHome, engines, type Home, startService, type TestService } from '../harness/service.ts'

const dayMs = 24 * 3600 * 1000

describe.each(engines)('idempotency keys on %s', (engine) => {
  let home: Home
  let service: TestService
  beforeAll(async () => {
    home = await createHome(engine)
    service = await startService(engine, {}, home)
  })
  afterAll(async () => {
    await service.stop()
    await home.remove()
  })

  const headers = (key: string) => ({ 'idempotency-key': key })
  const profileNamed = (name: string) => ({ projectId: 'p', name })

  function createProfile(key: string, name: string, on: TestService = service) {
    return on.call('POST', '/v1/profiles', { body: profileNamed(name), headers: headers(key) })
  }

  async function countProfiles(name: string): Promise<number> {
    const { body } = await service.call('GET', '/v1/profiles')
    return body.profiles.filter((profile: { name: string }) => profile.name === name).length
  }

  test('the same key and body return the same response, with Idempotency-Replayed: true, and change nothing', async () => {
    const first = await createProfile('replay', 'replayed')
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const second = await createProfile('replay', 'replayed')
    expect(second.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await countProfiles('replayed')).toBe(1)
  })

  test('another body with the same key is 409 idempotency_conflict', async () => {
    await createProfile('other body', 'body one')
    expectProblem(await createProfile('other body', 'body two'), 409, 'idempotency_conflict')
    expect(await countProfiles('body two')).toBe(0)
  })

  test('the key is honoured on every POST', async () => {
    const { body: profile } = await service.call('POST', '/v1/profiles', { body: profileNamed('every post') })
    const { body: document } = await service.call('GET', `/v1/profiles/${profile.id}/export`)
    const snapshot = { constraints: [{ id: 'c', question: 'q', answer: 'a' }] }
    const versions = [{ id: 'v1', branchId: 'b', parentVersionId: null, message: 'm', snapshot }]
    const profileData = { branches: [{ id: 'b', name: 'b' }], versions }
    await service.call('PATCH', `/v1/profiles/${profile.id}`, { body: { profileData } })
    const { body: old } = await service.call('POST', '/api/api-keys', { body: { name: 'old' } })
    const posts = [
      ['/v1/profiles', profileNamed('every post 2'), 201],
      ['/v1/profiles/import', { ...document, name: 'every post 3' }, 201],
      [`/v1/profiles/${profile.id}/merge`, { sourceBranchId: 'b', targetBranchId: 'main' }, 200],
      ['/api/api-keys', { name: 'new' }, 201],
      [`/api/api-keys/rotate?id=${old.id}`, { overlapSeconds: 60 }, 201],
    ] as const
    for (const [path, body, status] of posts) {
      const first = await service.call('POST', path, { body, headers: headers('everywhere') })
      const second = await service.call('POST', path, { body, headers: headers('everywhere') })
      expect([path, first.status, second.status]).toEqual([path, status, status])
      expect(second.headers.get('idempotency-replayed')).toBe('true')
      const { key: _, ...withoutSecret } = first.body
      expect(second.body).toEqual(withoutSecret)
    }
    expect((await service.call('GET', `/v1/profiles/${profile.id}/versions`)).body.versions).toHaveLength(2)
  })

  test('a secret is never replayed: the response is the same record without it', async () => {
    const create = () => service.call('POST', '/api/api-keys', { body: { name: 'once' }, headers: headers('secret') })
    const first = await create()
    const { key, ...record } = first.body
    expect(key).toMatch(/^plt_/)
    const second = await create()
    expect(second.body).toEqual(record)
    expect(second.text).not.toContain(key)
    expect((await service.call('GET', '/v1/profiles', { key })).status).toBe(200)
  })

  test('repeating a change whose response exceeded 1 MiB is 409 with that reason, and changes nothing', async () => {
    const { body: profile } = await service.call('POST', '/v1/profiles', { body: profileNamed('long answer') })
    const constraint = { answer: 'x'.repeat(storedResponseBytesMax - 100) }
    const path = `/v1/profiles/${profile.id}/annotations`
    const add = (answer: object) =>
      service.call('POST', path, { body: { constraints: [answer] }, headers: headers('long answer') })
    const first = await add(constraint)
    expect(first.status).toBe(201)
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(storedResponseBytesMax)
    const { etag } = Object.fromEntries((await service.call('GET', `/v1/profiles/${profile.id}`)).headers)
    const second = await add(constraint)
    expectProblem(second, 409, 'idempotency_conflict')
    expect(second.body.detail).toContain('was carried out')
    expect((await service.call('GET', `/v1/profiles/${profile.id}`)).headers.get('etag')).toBe(etag)
    expect((await add({ answer: 'another' })).body.detail).toContain('a different request')
  })

  test('the key is scoped to the account', async () => {
    const stranger = await service.newAccount()
    const mine = await createProfile('accounts', 'two accounts')
    const body = profileNamed('two accounts')
    const theirs = await service.call('POST', '/v1/profiles', { key: stranger, body, headers: headers('accounts') })
    expect(theirs.status).toBe(201)
    expect(theirs.headers.get('idempotency-replayed')).toBeNull()
    expect(theirs.body.id).not.toBe(mine.body.id)
    const other = await service.call('POST', '/api/api-keys', { body: { name: 'second' } })
    const again = await service.call('POST', '/v1/profiles', {
      key: other.body.key,
      body,
      headers: headers('accounts'),
    })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(mine.body)
  })

  test('the key is scoped to the route', async () => {
    await createProfile('routes', 'two routes')
    const answer = await service.call('POST', '/api/api-keys', { body: { name: 'k' }, headers: headers('routes') })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test("a project's key does not get the response of the account's key", async () => {
    const { body: scoped } = await service.call('POST', '/api/api-keys', { body: { name: 's', projectId: 'p' } })
    const ask = { body: { name: 'made' }, headers: headers('scoped') }
    expect((await service.call('POST', '/api/api-keys', ask)).status).toBe(201)
    const answer = await service.call('POST', '/api/api-keys', { ...ask, key: scoped.key })
    expectProblem(answer, 409, 'idempotency_conflict')
  })

  test('the response is kept for 24 hours and then deleted', async () => {
    const create = () => service.call('POST', '/api/api-keys', { body: { name: 'kept' }, headers: headers('kept') })
    const first = await create()
    service.clock.skipMs += dayMs - 60_000
    const late = await create()
    service.clock.skipMs += 60_000
    const tooLate = await create()
    service.clock.skipMs -= dayMs
    expect(late.body.id).toBe(first.body.id)
    expect(late.headers.get('idempotency-replayed')).toBe('true')
    expect(tooLate.status).toBe(201)
    expect(tooLate.headers.get('idempotency-replayed')).toBeNull()
    expect(tooLate.body.id).not.toBe(first.body.id)
  })

  test('a refusal is not stored: a retry is evaluated again', async () => {
    const taken = await service.call('POST', '/v1/profiles', { body: profileNamed('in the way') })
    expectProblem(await createProfile('refused', 'in the way'), 409, 'name_taken')
    await service.call('DELETE', `/v1/profiles/${taken.body.id}`)
    const answer = await createProfile('refused', 'in the way')
    expect(answer.status).toBe(201)
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test('of many concurrent requests with one key exactly one does the work', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => createProfile('at once', 'made once')))
    const made = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'))
    expect(made).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== made[0])) {
      if (answer.status === 201) expect(answer.text).toBe(made[0]?.text)
      else expectProblem(answer, 409, 'idempotency_conflict')
    }
    expect(await countProfiles('made once')).toBe(1)
    expect((await createProfile('at once', 'made once')).text).toBe(made[0]?.text)
  })

  test('the key works across a restart, and in another service on the same store', async () => {
    const first = await createProfile('restart', 'restarted')
    const beside = await startService(engine, {}, home)
    const there = await createProfile('restart', 'restarted', beside)
    await beside.stop()
    await service.stop()
    service = await startService(engine, {}, home)
    const after = await createProfile('restart', 'restarted')
    for (const answer of [there, after]) {
      expect(answer.text).toBe(first.text)
      expect(answer.headers.get('idempotency-replayed')).toBe('true')
    }
  })

  test.each(['', 'x'.repeat(256), 'ümlaut', 'a\tb'])('the idempotency key %j is 400 invalid_request', async (key) => {
    expectProblem(await createProfile(key, randomUUID()), 400, 'invalid_request')
  })

  test('an idempotency key may have 255 characters', async () => {
    expect((await createProfile('x'.repeat(255), '255')).status).toBe(201)
    expect((await createProfile('x'.repeat(255), '255')).headers.get('idempotency-replayed')).toBe('true')
  })

  test('an invalid request is refused regardless of its idempotency key', async () => {
    await createProfile('invalid', 'valid')
    const answer = await service.call('POST', '/v1/profiles', { body: { name: 'n' }, headers: headers('invalid') })
    expectInvalidAt(answer, '/projectId')
  })
})
