import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'

describe('a key scoped to a project', () => {
  const service = useService('sqlite')
  let scoped: Client
  let scopedId: string
  let inside: string
  let outside: string
  beforeAll(async () => {
    inside = await newProfile('one', 'inside')
    outside = await newProfile('two', 'outside')
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'scoped', projectId: 'one' } })
    scoped = service.as(body.key)
    scopedId = body.id
  })

  async function newProfile(projectId: string, name: string): Promise<string> {
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId, name } })
    return body.id
  }
  const newKey = async (body: object) => (await service.call('POST', '/api/api-keys', { body })).body
  const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

  test('its lists of profiles are narrowed to the project', async () => {
    for (const path of ['/v1/profiles', '/v1/profiles?projectId=one']) {
      expect(idsOf((await scoped.call('GET', path)).body.profiles)).toEqual([inside])
    }
  })

  test('naming another project in a query is 403 project_forbidden', async () => {
    expectProblem(await scoped.call('GET', '/v1/profiles?projectId=two'), 403, 'project_forbidden')
    expectProblem(await scoped.call('GET', '/api/api-keys?projectId=two'), 403, 'project_forbidden')
  })

  test('naming another project in a body is 403 project_forbidden, and nothing is created', async () => {
    const profile = await scoped.call('POST', '/v1/profiles', { body: { projectId: 'three', name: 'x' } })
    expectProblem(profile, 403, 'project_forbidden')
    const key = await scoped.call('POST', '/api/api-keys', { body: { projectId: 'three', name: 'x' } })
    expectProblem(key, 403, 'project_forbidden')
    const { body: document } = await service.call('GET', `/v1/profiles/${outside}/export`)
    expectProblem(await scoped.call('POST', '/v1/profiles/import', { body: document }), 403, 'project_forbidden')
    const { projects } = (await service.call('GET', '/api/projects')).body
    expect(idsOf(projects)).not.toContain('three')
  })

  test('it creates and imports profiles in its project', async () => {
    const made = await scoped.call('POST', '/v1/profiles', { body: { projectId: 'one', name: 'made' } })
    expect(made).toMatchObject({ status: 201, body: { projectId: 'one' } })
    const { body: document } = await service.call('GET', `/v1/profiles/${outside}/export`)
    const imported = await scoped.call('POST', '/v1/profiles/import', { body: { ...document, projectId: 'one' } })
    expect(imported).toMatchObject({ status: 201, body: { projectId: 'one', name: 'outside' } })
    for (const { body } of [made, imported]) {
      expect((await scoped.call('DELETE', `/v1/profiles/${body.id}`)).body).toEqual({ success: true })
    }
  })

  test('it reads and changes the profiles of its project', async () => {
    expect((await scoped.call('GET', `/v1/profiles/${inside}`)).body.id).toBe(inside)
    const answer = await scoped.call('PATCH', `/v1/profiles/${inside}`, { body: { seed: 'changed' } })
    expect(answer).toMatchObject({ status: 200, body: { seed: 'changed' } })
  })

  test('a profile of another project is 404 on every route', async () => {
    const { body: before } = await service.call('GET', `/v1/profiles/${outside}`)
    const { body: description } = await service.call('GET', '/openapi.json')
    const paths = Object.keys(description.paths).filter((path) => path.startsWith('/v1/profiles/{id}'))
    expect(paths.length).toBeGreaterThanOrEqual(7)
    for (const path of paths) {
      for (const method of Object.keys(description.paths[path])) {
        const place = path.replace('{id}', outside).replace(/\{\w+\}/, 'main')
        const query = path.endsWith('/diff') ? '?from=main&to=working' : ''
        const body = path.endsWith('/merge')
          ? { sourceBranchId: 'main', targetBranchId: 'main' }
          : { name: 'stolen', constraints: [{}], first: 'https://pictures.test/a', second: 'https://pictures.test/b' }
        const ask = method === 'get' || method === 'delete' ? {} : { body }
        expectProblem(await scoped.call(method.toUpperCase(), place + query, ask), 404, 'profile_not_found')
      }
    }
    expect((await service.call('GET', `/v1/profiles/${outside}`)).body).toEqual(before)
  })

  test('keys that it creates are scoped to the same project', async () => {
    for (const body of [{ name: 'unsaid' }, { name: 'said', projectId: 'one' }]) {
      const { body: made } = await scoped.call('POST', '/api/api-keys', { body })
      expect(made.projectId).toBe('one')
      const answer = await service.call('GET', '/v1/profiles?projectId=two', { key: made.key })
      expectProblem(answer, 403, 'project_forbidden')
    }
  })

  test("it lists only that project's keys", async () => {
    const other = await newKey({ name: 'other', projectId: 'two' })
    const wide = await newKey({ name: 'wide' })
    const { keys } = (await scoped.call('GET', '/api/api-keys')).body
    expect(new Set(keys.map(({ projectId }: { projectId: string }) => projectId))).toEqual(new Set(['one']))
    expect(idsOf(keys)).toContain(scopedId)
    const all = idsOf((await service.call('GET', '/api/api-keys')).body.keys)
    expect(all).toEqual(expect.arrayContaining([other.id, wide.id, scopedId]))
  })

  test("it revokes and rotates only that project's keys", async () => {
    const sibling = await newKey({ name: 'sibling', projectId: 'one' })
    for (const { id, key } of [await newKey({ name: 'other', projectId: 'two' }), await newKey({ name: 'wide' })]) {
      expectProblem(await scoped.call('DELETE', `/api/api-keys?id=${id}`), 404, 'key_not_found')
      expectProblem(await scoped.call('POST', `/api/api-keys/rotate?id=${id}`), 404, 'key_not_found')
      expect((await service.call('GET', '/v1/profiles', { key })).status).toBe(200)
    }
    const { body: next } = await scoped.call('POST', `/api/api-keys/rotate?id=${sibling.id}`)
    expect(next.projectId).toBe('one')
    expect((await scoped.call('DELETE', `/api/api-keys?id=${next.id}`)).body).toEqual({ success: true })
  })

  test('it sees only its own project in the list of projects', async () => {
    const { projects } = (await scoped.call('GET', '/api/projects')).body
    expect(idsOf(projects)).toEqual(['one'])
  })

  test('the same project id of another account is another project', async () => {
    const stranger = service.as(await service.newAccount())
    const made = await stranger.call('POST', '/v1/profiles', { body: { projectId: 'one', name: 'inside' } })
    expect(made.status).toBe(201)
    expectProblem(await scoped.call('GET', `/v1/profiles/${made.body.id}`), 404, 'profile_not_found')
    expect(idsOf((await scoped.call('GET', '/v1/profiles')).body.profiles)).not.toContain(made.body.id)
  })
})
