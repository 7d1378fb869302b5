import { scopeNames } from '@palate/core/keys/scope-names.ts'
import type { Route, Scope } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'
import { operationRequests, send, unknownIds } from '../properties/operation-requests.ts'

const keyed = Object.entries<Route>(routes).filter(([, { access }]) => access === 'key')

/** The operations of each scope according to the contract. */
const opens: Readonly<Record<Scope, (method: string, path: string) => boolean>> = {
  read: (method, path) => (method === 'GET' && !isOfAdmin(path)) || isExamples(path),
  score: (_, path) =>
    path.startsWith('/v1/score') || isReward(path) || isPreview(path) || isThreshold(path) || isBrief(path),
  teach: (method, path) =>
    isOfTeaching(path) ||
    isExamples(path) ||
    (method === 'GET' &&
      (isOfProfiles(path) || isOfFrames(path) || isOfBoards(path)) &&
      !isThreshold(path) &&
      !isOfTeam(path)) ||
    isUpload(path),
  write: (_, path) => isOfProfiles(path) || isOfFrames(path) || isOfBoards(path) || isOfShares(path),
  admin: (_, path) => isOfAdmin(path),
}
const isOfAdmin = (path: string) =>
  /^\/(?:api\/api-keys|api\/people|v1\/webhooks|v1\/alerts|v1\/audit)(?:\/|$)/.test(path)
const isOfProfiles = (path: string) => /^\/v1\/profiles(?:\/|$)/.test(path)
const isOfFrames = (path: string) => /^\/(?:api\/frames|v1\/frames|v1\/thumbnails)(?:\/|$)/.test(path)
const isOfBoards = (path: string) => /^\/v1\/boards(?:\/|$)/.test(path)
const isOfShares = (path: string) => /^\/v1\/shares(?:\/|$)/.test(path)
const isOfTeaching = (path: string) => /\/(?:annotations|asks|discards|suggestions)(?:\/|$)/.test(path)
const isPreview = (path: string) => /^\/v1\/profiles\/[^/]+\/preview$/.test(path)
const isThreshold = (path: string) => path.endsWith('/threshold')
const isReward = (path: string) => path === '/v1/reward'
/** Judging is blind: whoever teaches does not see how others judged. */
const isOfTeam = (path: string) => /\/(?:people|disagreements)$/.test(path)
const isBrief = (path: string) => path.endsWith('/brief')
const isExamples = (path: string) => path.endsWith('/examples')
const isUpload = (path: string) => path === '/api/frames/upload'
const isOpenToAll = (path: string) =>
  path === '/v1/dimensions' || path === '/mcp' || /^\/api\/(?:session|logins)(?:\/|$)/.test(path)

test.each(keyed)('%s is permitted by the scopes that the contract lists', (_, { method, path, scopes }) => {
  const expected = scopeNames.filter((scope) => isOpenToAll(path) || opens[scope](method, path))
  expect(scopes).toEqual(expected)
})

describe('keys with scopes', () => {
  const service = useService('sqlite')
  const limited = new Map<Scope, Client>()
  beforeAll(async () => {
    for (const scope of scopeNames) limited.set(scope, service.as((await create({ scopes: [scope] })).body.key))
  })

  const create = (body: object, client: Client = service) =>
    client.call('POST', '/api/api-keys', { body: { name: 'limited', ...body } })
  const as = (scope: Scope): Client => limited.get(scope) ?? service
  const listed = async (id: string) =>
    (await service.call('GET', '/api/api-keys')).body.keys.find((one: { id: string }) => one.id === id)

  test.each(scopeNames)('%s permits only its operations, whatever the request says', async (scope) => {
    for (const request of operationRequests(unknownIds('p'), `Made with ${scope}`)) {
      const answer = await send(as(scope), request)
      const opening: readonly Scope[] = request.route.scopes ?? []
      // Every role has more scopes than one.
      if (request.operation === 'createPerson' && scope === 'admin') continue
      // A person's own session confirms a login, never a key.
      if (request.route.path === '/api/logins/:userCode') {
        expectProblem(answer, 403, 'person_forbidden')
        continue
      }
      if (opening.includes(scope)) {
        expect(answer.status, request.operation).not.toBe(403)
        continue
      }
      expectProblem(answer, 403, 'scope_forbidden')
      expect(answer.body.scopes).toEqual(opening)
      for (const wanted of opening) expect(answer.body.detail).toContain(wanted)
    }
  })

  test('a key without scopes permits everything, and its record has no scopes', async () => {
    const made = await create({})
    expect(made.body).not.toHaveProperty('scopes')
    expect(await listed(made.body.id)).not.toHaveProperty('scopes')
    for (const path of ['/v1/profiles', '/v1/webhooks', '/v1/score/batch', '/api/api-keys']) {
      expect((await service.call('GET', path, { key: made.body.key })).status).toBe(200)
    }
  })

  test('several scopes permit everything that each permits', async () => {
    const { key } = (await create({ scopes: ['score', 'admin'] })).body
    expect((await service.call('GET', '/v1/score/batch', { key })).status).toBe(200)
    expect((await service.call('GET', '/v1/webhooks', { key })).status).toBe(200)
    expectProblem(await service.call('GET', '/v1/profiles', { key }), 403, 'scope_forbidden')
  })

  test('the scope is checked after the key and before the body', async () => {
    expectProblem(await as('read').call('POST', '/v1/profiles', { raw: '{' }), 403, 'scope_forbidden')
    expectProblem(await as('read').call('GET', '/v1/webhooks?limit=none'), 403, 'scope_forbidden')
    const { id, key } = (await create({ scopes: ['read'] })).body
    await service.call('DELETE', `/api/api-keys?id=${id}`)
    expectProblem(await service.call('POST', '/v1/profiles', { key, body: {} }), 401, 'revoked_api_key')
  })

  test('a refused request counts as usage', async () => {
    const { id, key } = (await create({ scopes: ['score'] })).body
    await service.call('GET', '/v1/profiles', { key })
    expect(await listed(id)).toMatchObject({ usageCount: 1, scopes: ['score'] })
  })

  test('records list the scopes in one order, each once', async () => {
    const { id, scopes } = (await create({ scopes: ['admin', 'read', 'admin'] })).body
    expect(scopes).toEqual(['read', 'admin'])
    expect((await listed(id)).scopes).toEqual(['read', 'admin'])
    const { body } = await service.call('GET', '/v1/events?type=api_key.created')
    expect(body.events[0].data).toMatchObject({ id, scopes: ['read', 'admin'] })
  })

  test.each([[[]], ['read'], [['read', 'root']], [[1]], [null], [new Array(6).fill('read')]])(
    'scopes %j are 400',
    async (scopes) => {
      const answer = await create({ scopes })
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].path).toMatch(/^\/scopes/)
    },
  )

  test('an unknown scope is reported with its path', async () => {
    expectInvalidAt(await create({ scopes: ['read', 'root'] }), '/scopes/1')
  })

  test('a key cannot create a key with scopes that it lacks', async () => {
    const maker = service.as((await create({ scopes: ['admin', 'read'] })).body.key)
    const refused = await create({ scopes: ['read', 'write', 'score'] }, maker)
    expectProblem(refused, 403, 'scope_forbidden')
    expect(refused.body.scopes).toEqual(['score', 'write'])
    expect((await create({ scopes: ['read'] }, maker)).body.scopes).toEqual(['read'])
    expect((await create({}, maker)).body.scopes).toEqual(['read', 'admin'])
  })

  test('a rotation keeps the scopes', async () => {
    const old = (await create({ scopes: ['read', 'teach'] })).body
    const { body: next } = await service.call('POST', `/api/api-keys/rotate?id=${old.id}`)
    expect(next.scopes).toEqual(['read', 'teach'])
    expect((await service.call('GET', '/v1/profiles', { key: next.key })).status).toBe(200)
    expectProblem(await service.call('GET', '/v1/webhooks', { key: next.key }), 403, 'scope_forbidden')
  })

  test('a key cannot gain scopes by rotating another key, which keeps working', async () => {
    for (const wide of [(await create({})).body, (await create({ scopes: ['write'] })).body]) {
      const answer = await as('admin').call('POST', `/api/api-keys/rotate?id=${wide.id}`)
      expectProblem(answer, 403, 'scope_forbidden')
      const own = { body: { projectId: 'p', name: wide.id } }
      expect((await service.call('POST', '/v1/profiles', { key: wide.key, ...own })).status).toBe(201)
    }
    const equal = (await create({ scopes: ['admin'] })).body
    expect((await as('admin').call('POST', `/api/api-keys/rotate?id=${equal.id}`)).status).toBe(201)
  })

  test('a project and scopes limit a key together', async () => {
    const { key } = (await create({ projectId: 'one', scopes: ['read'] })).body
    expectProblem(await service.call('GET', '/v1/profiles?projectId=two', { key }), 403, 'project_forbidden')
    const body = { projectId: 'one', name: 'x' }
    expectProblem(await service.call('POST', '/v1/profiles', { key, body }), 403, 'scope_forbidden')
  })
})
