import { urlBytesMax } from '@palate/core/picture-url.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'

const counter = { used: 0, total: 1 }
const emptyData = {
  versions: [],
  currentBranchId: 'main',
  workingChanges: { constraints: [], exemplars: [], comparisons: [] },
  budget: { questions: counter, labels: counter, comparisons: counter },
}

// Input is checked before the store is queried.
describe('the paths of input errors', () => {
  let service: TestService
  let profile: string
  beforeAll(async () => {
    service = await startService('sqlite')
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'places' } })
    profile = `/v1/profiles/${body.id}`
  })
  afterAll(() => service.stop())

  test('every member that breaks a rule is named with a JSON Pointer relative to the body', async () => {
    const answer = await service.call('POST', '/v1/profiles', { body: { projectId: 'a b', name: 5, seed: [] } })
    expectInvalidAt(answer, '/projectId', '/name', '/seed')
  })

  test('a path into lists contains their indexes', async () => {
    const versions = [{ id: 'v1' }, { id: 7 }]
    const workingChanges = { exemplars: [{ label: 'good' }, { label: 'fine' }] }
    const answer = await service.call('PATCH', profile, { body: { profileData: { versions, workingChanges } } })
    expectInvalidAt(answer, '/profileData/versions/1/id', '/profileData/workingChanges/exemplars/1/label')
  })

  test('/ and ~ in a member name are escaped as ~1 and ~0', async () => {
    const raw = '{"projectId":"p","name":"x","a/b~c":{"~1":"\\u0000"}}'
    expectInvalidAt(await service.call('POST', '/v1/profiles', { raw }), '/a~1b~0c/~01')
    const effectiveSnapshot = { latentScores: { 'm/n~': 'high' } }
    const answer = await service.call('PATCH', profile, { body: { effectiveSnapshot } })
    expectInvalidAt(answer, '/effectiveSnapshot/latentScores/m~1n~0')
  })

  test('the path of a query parameter starts with /query/', async () => {
    expectInvalidAt(
      await service.call('GET', '/v1/profiles?projectId=a%20b&limit=0'),
      '/query/projectId',
      '/query/limit',
    )
    expectInvalidAt(await service.call('DELETE', '/api/api-keys'), '/query/id')
    expectInvalidAt(await service.call('GET', `${profile}?snapshots=some`), '/query/snapshots')
    expectInvalidAt(await service.call('GET', `${profile}/diff?from=main`), '/query/to')
    expectInvalidAt(await service.call('GET', '/v1/profiles?projectId=a&projectId=b'), '/query/projectId')
  })

  test('an unknown query parameter is ignored', async () => {
    expect((await service.call('GET', '/v1/profiles?projectId=p&colour=red')).body.profiles).toHaveLength(1)
  })

  test.each([
    '/v1/profiles',
    '/v1/profiles/ID/versions',
    '/api/api-keys',
    '/api/frames',
    '/v1/frames/recent',
    '/v1/score/batch',
    '/v1/webhooks',
    '/v1/webhooks/dead-letters',
    '/v1/alerts',
    '/v1/events',
  ])('a limit out of range or a bad cursor of %s is 400', async (list) => {
    const path = list.replace('/v1/profiles/ID', profile)
    for (const limit of ['0', '-1', '1001', '1.5', 'ten', '', '99999999999999999999']) {
      expectInvalidAt(await service.call('GET', `${path}?limit=${limit}`), '/query/limit')
    }
    for (const cursor of ['', 'nonsense', '%00', 'a!b!c', '!!', '%25%25', 'x'.repeat(2001)]) {
      expectInvalidAt(await service.call('GET', `${path}?cursor=${cursor}`), '/query/cursor')
    }
    expect((await service.call('GET', `${path}?limit=1000`)).status).toBe(200)
    expect((await service.call('GET', `${path}?limit=1`)).status).toBe(200)
  })

  test.each([
    ['NUL', '"\\u0000"'],
    ['a lone surrogate', '"\\ud800"'],
    ['a number past the doubles', '1e999'],
    ['an integer that a double rounds', '9007199254740993'],
    ['the member name __proto__', '{"__proto__":1}'],
  ])('%s is refused anywhere, including in members that are stored as sent', async (_, value) => {
    const raw = `{"profileData":{"workingChanges":{"constraints":[{"id":"c","mine":${value}}]}}}`
    const answer = await service.call('PATCH', profile, { raw })
    expectInvalidAt(answer, '/profileData/workingChanges/constraints/0/mine')
  })

  test('a URL of more than 8192 bytes is refused, unless it is a data URL', async () => {
    const address = (length: number, start = 'https://a.test/') => start + 'a'.repeat(length - start.length)
    const send = (state: object) => service.call('PATCH', profile, { body: { profileData: { workingChanges: state } } })
    const base = '/profileData/workingChanges'
    const long = address(urlBytesMax + 1)
    expectInvalidAt(await send({ exemplars: [{ url: 'x' }, { url: long }] }), `${base}/exemplars/1/url`)
    expectInvalidAt(await send({ exemplars: [{ imageData: long }] }), `${base}/exemplars/0/imageData`)
    const comparisons = [{ frameA: { id: 'a', url: long }, frameB: 'b', winner: 'a' }]
    const answer = await send({ comparisons })
    expectInvalidAt(answer, `${base}/comparisons/0/frameA/url`)
    expect(answer.body.detail).toContain('8192 bytes')
    const exemplars = [
      { url: address(urlBytesMax) },
      { url: address(2 * urlBytesMax, 'data:image/png;base64,') },
      { imageData: 'a'.repeat(2 * urlBytesMax) },
    ]
    expect((await send({ exemplars })).status).toBe(200)
  })

  test.each(['.', '..'])(
    'the id %s of a branch, a version or an element is refused: URL clients remove it',
    async (id) => {
      const send = (profileData: object) => service.call('PATCH', profile, { body: { profileData } })
      expectInvalidAt(await send({ branches: [{ id, name: 'dots' }] }), '/profileData/branches/0/id')
      expectInvalidAt(await send({ versions: [{ id, branchId: 'main' }] }), '/profileData/versions/0/id')
      const workingChanges = { constraints: [{ id, question: 'q', answer: 'a' }] }
      expectInvalidAt(await send({ workingChanges }), '/profileData/workingChanges/constraints/0/id')
      const data = { branches: [{ id, name: id, headVersionId: null, createdAt: '2026-01-01T00:00:00Z' }] }
      const imported = await service.call('POST', '/v1/profiles/import', {
        body: { projectId: 'p', name: 'dots', profileData: { ...emptyData, ...data } },
      })
      expectInvalidAt(imported, '/profileData/branches/0/id')
      expect((await send({ branches: [{ id: '...', name: `three ${id}` }] })).status).toBe(200)
    },
  )

  test('a path that is not well-formed is 400 invalid_request', async () => {
    expectProblem(await service.call('GET', '/v1/profiles/%zz'), 400, 'invalid_request')
  })
})
