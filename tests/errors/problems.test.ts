import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'
import { sendBytes } from '../harness/wire.ts'

const dayMs = 24 * 3600 * 1000
const unknownKey = 'plt_000000000000000000000000000000003DOjZC'
const noProfile = '/v1/profiles/prof_00000000000070008000000000000000'

describe('problems', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service.stop())

  async function newProfile(name: string): Promise<string> {
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
    return `/v1/profiles/${body.id}`
  }
  const version = (id: string, rest: object) => ({ id, branchId: 'main', message: id, snapshot: {}, ...rest })
  const commit = (id: string, rest: object) => ({ profileData: { versions: [version(id, rest)] } })

  test('a problem has type, title, status, detail, code and requestId and is application/problem+json', async () => {
    const answer = await service.call('GET', noProfile, { headers: { 'x-request-id': 'mine' } })
    expectProblem(answer, 404, 'profile_not_found')
    expect(answer.body).toEqual({
      type: 'urn:palate:problem:profile_not_found',
      title: 'Profile not found',
      status: 404,
      detail: 'there is no profile with this id',
      code: 'profile_not_found',
      requestId: 'mine',
    })
  })

  test('a body that is not JSON is 400 invalid_json', async () => {
    expectProblem(await service.call('POST', '/v1/profiles', { raw: '{"a":' }), 400, 'invalid_json')
  })

  test('a missing field is 400 invalid_request', async () => {
    expectProblem(await service.call('POST', '/v1/profiles', { body: { projectId: 'p' } }), 400, 'invalid_request')
  })

  test('a request without a key is 401 missing_api_key with WWW-Authenticate: Bearer', async () => {
    const answer = await service.call('GET', '/v1/profiles', { key: null })
    expectProblem(answer, 401, 'missing_api_key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('an unknown key is 401 invalid_api_key with WWW-Authenticate: Bearer', async () => {
    for (const key of [unknownKey, 'plt_short', `${unknownKey.slice(0, -1)}D`, 'sk-other']) {
      const answer = await service.call('GET', '/v1/profiles', { key })
      expectProblem(answer, 401, 'invalid_api_key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.text).not.toContain(key)
    }
  })

  test('an expired key is 401 expired_api_key with WWW-Authenticate: Bearer', async () => {
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'short', expiresInDays: 1 } })
    service.clock.skipMs = dayMs
    const answer = await service.call('GET', '/v1/profiles', { key: body.key })
    service.clock.skipMs = 0
    expectProblem(answer, 401, 'expired_api_key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a revoked key is 401 revoked_api_key with WWW-Authenticate: Bearer', async () => {
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'gone' } })
    await service.call('DELETE', `/api/api-keys?id=${body.id}`)
    const answer = await service.call('GET', '/v1/profiles', { key: body.key })
    expectProblem(answer, 401, 'revoked_api_key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a project that the key cannot access is 403 project_forbidden', async () => {
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'one', projectId: 'one' } })
    const answer = await service.call('GET', '/v1/profiles?projectId=two', { key: body.key })
    expectProblem(answer, 403, 'project_forbidden')
  })

  test('a missing resource in the path or the query is 404, each with its own code', async () => {
    const profile = await newProfile('not found')
    const missing = [
      ['GET', noProfile, 'profile_not_found'],
      ['DELETE', noProfile, 'profile_not_found'],
      ['GET', '/v1/profiles/nonsense', 'profile_not_found'],
      ['GET', '/v1/profiles/%00', 'profile_not_found'],
      ['GET', `${profile}/versions?branchId=none`, 'branch_not_found'],
      ['DELETE', `${profile}/branches/none`, 'branch_not_found'],
      ['DELETE', `${profile}/branches/%00`, 'branch_not_found'],
      ['GET', `${profile}/versions/none`, 'version_not_found'],
      ['GET', `${profile}/versions/%00`, 'version_not_found'],
      ['GET', `${profile}/diff?from=main&to=none`, 'version_not_found'],
      ['DELETE', '/api/api-keys?id=none', 'key_not_found'],
      ['DELETE', '/api/api-keys?id=%00', 'key_not_found'],
      ['GET', '/v1', 'route_not_found'],
      ['GET', '/v1/nothing', 'route_not_found'],
      ['POST', '/v1/profiles/', 'route_not_found'],
    ] as const
    for (const [method, path, code] of missing) expectProblem(await service.call(method, path), 404, code)
  })

  test("another account's resources do not exist: 404, never 403", async () => {
    const profile = await newProfile('private')
    const stranger = service.as(await service.newAccount())
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'private' } })
    expectProblem(await stranger.call('GET', profile), 404, 'profile_not_found')
    expectProblem(await stranger.call('PATCH', profile, { body: { name: 'mine' } }), 404, 'profile_not_found')
    expectProblem(await stranger.call('DELETE', profile), 404, 'profile_not_found')
    expectProblem(await stranger.call('GET', `${profile}/export`), 404, 'profile_not_found')
    expectProblem(await stranger.call('DELETE', `/api/api-keys?id=${body.id}`), 404, 'key_not_found')
    expectProblem(await stranger.call('POST', `/api/api-keys/rotate?id=${body.id}`), 404, 'key_not_found')
    expect((await service.call('GET', profile)).status).toBe(200)
    expect((await service.call('GET', '/v1/profiles', { key: body.key })).status).toBe(200)
  })

  test.each([
    ['PUT', '/v1/profiles', 'GET, HEAD, POST'],
    ['DELETE', '/v1/profiles', 'GET, HEAD, POST'],
    ['POST', noProfile, 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/api/api-keys', 'DELETE, GET, HEAD, POST'],
    ['GET', '/api/api-keys/rotate', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])(
    'a method that the path does not support is 405 method_not_allowed with Allow: %s %s',
    async (method, path, allow) => {
      const answer = await service.call(method, path)
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe(allow)
    },
  )

  test('a conflict is 409, each with its own code', async () => {
    const profile = await newProfile('conflicts')
    const patch = (body: object) => service.call('PATCH', profile, { body })
    expect((await patch(commit('v1', { parentVersionId: null }))).status).toBe(200)
    const twice = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'conflicts' } })
    expectProblem(twice, 409, 'name_taken')
    const late = expectProblem(await patch(commit('v2', { parentVersionId: null })), 409, 'head_conflict')
    expect(late.headVersionId).toBe('v1')
    expectProblem(await patch(commit('v1', { message: 'other' })), 409, 'version_immutable')
    const sameName = await patch({ profileData: { branches: [{ id: 'b', name: 'main' }] } })
    expectProblem(sameName, 409, 'branch_name_taken')
    expectProblem(await service.call('DELETE', `${profile}/branches/main`), 409, 'branch_protected')
    const answered = (answer: string) => ({ constraints: [{ id: 'c', question: 'q', answer }] })
    await patch({ profileData: { branches: [{ id: 'b', name: 'b' }] } })
    await patch(commit('v2', { parentVersionId: 'v1', snapshot: answered('yes') }))
    await patch(commit('v3', { branchId: 'b', parentVersionId: 'v1', snapshot: answered('no') }))
    const merge = { sourceBranchId: 'b', targetBranchId: 'main' }
    const contradiction = await service.call('POST', `${profile}/merge`, { body: merge })
    expect(expectProblem(contradiction, 409, 'merge_conflict').conflicts).toMatchObject([
      { kind: 'constraints', id: 'c' },
    ])
    await patch({ profileData: { budget: { labels: { total: 0 } } } })
    const spent = await service.call('POST', `${profile}/annotations`, { body: { exemplars: [{ label: 'good' }] } })
    expect(expectProblem(spent, 409, 'budget_exceeded')).toMatchObject({ counter: 'labels', used: 0, total: 0 })
  })

  test('a profile that has changed is 412 precondition_failed', async () => {
    const profile = await newProfile('moved')
    const answer = await service.call('PATCH', profile, { body: { seed: 'x' }, headers: { 'if-match': '"other"' } })
    expectProblem(answer, 412, 'precondition_failed')
  })

  test('a well-formed but inconsistent request is 422, each with its own code', async () => {
    const profile = await newProfile('inconsistent')
    const patch = (profileData: object) => service.call('PATCH', profile, { body: { profileData } })
    await service.call('PATCH', profile, { body: commit('v1', { parentVersionId: null }) })
    await patch({
      branches: [{ id: 'b', name: 'b' }],
      versions: [version('v2', { branchId: 'b', parentVersionId: 'v1' })],
    })
    expectProblem(await patch({ currentBranchId: 'none' }), 422, 'unknown_branch')
    expectProblem(await patch({ branches: [{ id: 'main', headVersionId: 'none' }] }), 422, 'unknown_version')
    expectProblem(await patch({ branches: [{ id: 'main', headVersionId: 'v2' }] }), 422, 'version_not_on_branch')
  })

  test('every response has X-Request-Id, and a valid one from the client is kept', async () => {
    const kept = { 'x-request-id': `A-z.0_9:Root=1-ab+c/d@e${'x'.repeat(105)}` }
    for (const path of ['/v1/profiles', '/healthz', '/openapi.json', '/docs', '/nothing', '/%zz']) {
      const answer = await service.call('GET', path, { headers: kept })
      expect(answer.headers.get('x-request-id')).toBe(kept['x-request-id'])
    }
    const own = await Promise.all([service.call('GET', '/healthz'), service.call('GET', '/healthz')])
    const [one, two] = own.map(({ headers }) => headers.get('x-request-id'))
    expect([one, two]).toEqual([
      expect.stringMatching(/^req_[0-9a-f]{32}$/),
      expect.stringMatching(/^req_[0-9a-f]{32}$/),
    ])
    expect(one).not.toBe(two)
  })

  test.each(['two words', 'x'.repeat(129), 'a"b', '<script>', unknownKey])(
    'an invalid request id is replaced: %s',
    async (id) => {
      const answer = await service.call('GET', '/nothing', { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
      expectProblem(answer, 404, 'route_not_found')
    },
  )

  test('a request that is not HTTP also gets a problem with a request id', async () => {
    const said = await sendBytes(service.url, 'NONSENSE\r\n\r\n')
    const [head = '', body = ''] = said.split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 400 Bad Request')
    expect(head).toContain('content-type: application/problem+json')
    const id = /x-request-id: (req_[0-9a-f]{32})/i.exec(head)?.[1]
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'invalid_request', requestId: id })
  })

  test('of what follows a request before its response, one more request is answered, and the response is complete', async () => {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${service.key}\r\n\r\n`
    const nonsense = 'NONSENSE\r\n\r\n'
    const another = ask('/v1/profiles/none')
    for (const [more, statuses] of [
      [another + nonsense, ['200']],
      [another + another, ['200']],
      [another.replace('host: h', 'host: h\r\nconnection: close'), ['200', '404']],
      [nonsense, ['200']],
    ] as const) {
      const said = await sendBytes(service.url, `${ask('/api/projects')}${more}`)
      expect([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(statuses)
      expect(said).toContain('"projects":[')
    }
  })

  test('HTTP/1.1 without the header Host is 400 with a problem; HTTP/1.0 needs none', async () => {
    const said = await sendBytes(service.url, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toMatch(/x-request-id: req_[0-9a-f]{32}/i)
    expect(said).toContain('"code":"invalid_request"')
    expect(await sendBytes(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each(['/healthz', '/', '/nowhere'])('GET %s with two Host headers is 400', async (path) => {
    for (const version of ['1.0', '1.1']) {
      const request = `GET ${path} HTTP/${version}\r\nHost: one\r\nhost: two\r\nConnection: close\r\n\r\n`
      const said = await sendBytes(service.url, request)
      expect(said).toMatch(/^HTTP\/1\.1 400 /)
      expect(said).toContain('"code":"invalid_request"')
    }
  })

  test.each([
    ['QUERY', '/v1/profiles', 'GET, HEAD, POST'],
    ['PUT', 'http://elsewhere/healthz', 'GET, HEAD'],
    ['PUT', '/v1/%70rofiles?x=1', 'GET, HEAD, POST'],
  ])('%s %s is 405 with Allow: %s', async (method, target, allow) => {
    const said = await sendBytes(service.url, `${method} ${target} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 405 /)
    expect(said.toLowerCase()).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`)
    expect(said).toContain('"code":"method_not_allowed"')
  })

  test('no error contains a key that was sent in the wrong place', async () => {
    const scoped = (await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'p' } })).body.key
    const lost = [
      await service.call('PUT', `/v1/profiles/${unknownKey}`),
      await service.call('GET', `/v1/profiles?projectId=${unknownKey}`, { key: scoped }),
      await service.call('GET', `/v1/score/batch?cursor=${unknownKey}`),
    ]
    expect(lost.map(({ status }) => status)).toEqual([405, 403, 400])
    for (const { text } of lost) expect(text).not.toContain(unknownKey)
  })

  test('a key with trailing characters is 401 invalid_api_key', async () => {
    const answer = await service.call('GET', '/v1/profiles', {
      key: null,
      headers: { authorization: `Bearer ${service.key} more` },
    })
    expectProblem(answer, 401, 'invalid_api_key')
  })
})
