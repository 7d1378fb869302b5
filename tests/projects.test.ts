import { slicesOf } from '@palate/core/generic/slices.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { countKeys } from '@palate/server/keys/store.ts'
import { countProfiles } from '@palate/server/profiles/port.ts'
import { listProjects } from '@palate/server/projects/projects.ts'
import { rowsPerReadMax } from '@palate/server/store/chunked-reads.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './harness/client.ts'
import { longestHoldShare } from './harness/event-loop.ts'
import { expectInvalidAt, expectProblem } from './harness/problem.ts'
import { engines } from './harness/service.ts'
import { useService } from './harness/use-service.ts'

const dayMs = 24 * 3600 * 1000

describe.each(engines)('projects on %s', (engine) => {
  const service = useService(engine)
  let account: Client
  beforeAll(async () => {
    account = service.as(await service.newAccount())
  })

  const newAccount = async () => service.as(await service.newAccount())
  const projectsOf = async (client: Client) => (await client.call('GET', '/api/projects')).body
  const newProfile = (client: Client, projectId: string, name: string) =>
    client.call('POST', '/v1/profiles', { body: { projectId, name } })
  const newKey = (client: Client, body: object) => client.call('POST', '/api/api-keys', { body })

  test('a new account has no projects', async () => {
    expect(await projectsOf(await newAccount())).toEqual({ projects: [] })
  })

  test('a project is created when a profile or a key first uses it', async () => {
    const client = await newAccount()
    await newProfile(client, 'by-profile', 'p')
    await newKey(client, { name: 'k', projectId: 'by-key' })
    expect(await projectsOf(client)).toEqual({
      projects: [
        { id: 'by-key', profiles: 0, keys: 1 },
        { id: 'by-profile', profiles: 1, keys: 0 },
      ],
    })
  })

  test('thousands of projects are read and sent in steps', async () => {
    const client = await newAccount()
    const { body: profile } = await newProfile(client, 'p', 'p')
    const store = await openStore(readConfig(service.home.env))
    const byId = store.read.selectFrom('profiles').select('account_id').where('id', '=', profile.id)
    const { account_id } = await byId.executeTakeFirstOrThrow()
    const rows = Array.from({ length: 20 * rowsPerReadMax }, (_, i) => ({
      ...{ account_id, id: `p${String(i).padStart(5, '0')}`, created_at: '' },
    }))
    for (const slice of slicesOf(rows, 1000)) {
      await store.write((db) => db.insertInto('projects').values(slice).execute())
    }
    const ids = ['p', ...rows.map(({ id }) => id)]
    let listed: readonly { readonly id: string }[] = []
    const share = await longestHoldShare(async () => {
      listed = await listProjects(store.read, account_id, null, { countProfiles, countKeys }, '')
    })
    expect(share).toBeLessThan(0.6)
    await store.close()
    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect((await projectsOf(client)).projects.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test('an import also creates its project', async () => {
    const client = await newAccount()
    const { body: made } = await newProfile(client, 'from', 'p')
    const { body: document } = await client.call('GET', `/v1/profiles/${made.id}/export`)
    await client.call('POST', '/v1/profiles/import', { body: { ...document, projectId: 'to' } })
    expect((await projectsOf(client)).projects).toEqual([
      { id: 'from', profiles: 1, keys: 0 },
      { id: 'to', profiles: 1, keys: 0 },
    ])
  })

  test('a project counts its profiles and its active keys', async () => {
    const client = await newAccount()
    const { body: one } = await newProfile(client, 'p', 'one')
    await newProfile(client, 'p', 'two')
    const { body: key } = await newKey(client, { name: 'a', projectId: 'p' })
    await newKey(client, { name: 'b', projectId: 'p', expiresInDays: 1 })
    await newKey(client, { name: 'c', projectId: 'p' })
    await newKey(client, { name: 'wide' })
    expect((await projectsOf(client)).projects).toEqual([{ id: 'p', profiles: 2, keys: 3 }])
    await client.call('DELETE', `/v1/profiles/${one.id}`)
    await client.call('DELETE', `/api/api-keys?id=${key.id}`)
    expect((await projectsOf(client)).projects).toEqual([{ id: 'p', profiles: 1, keys: 2 }])
    service.clock.skipMs = dayMs
    const { projects } = await projectsOf(client)
    service.clock.skipMs = 0
    expect(projects).toEqual([{ id: 'p', profiles: 1, keys: 1 }])
  })

  test("listing an unknown project's resources returns an empty list and creates nothing", async () => {
    const client = await newAccount()
    expect((await client.call('GET', '/v1/profiles?projectId=unknown')).body).toEqual({ profiles: [] })
    expect((await client.call('GET', '/api/api-keys?projectId=unknown')).body).toEqual({ keys: [] })
    expect(await projectsOf(client)).toEqual({ projects: [] })
  })

  test('a refused request creates no project', async () => {
    const client = await newAccount()
    await newKey(client, { name: '', projectId: 'refused' })
    await client.call('POST', '/v1/profiles', { body: { projectId: 'refused', name: 'x'.repeat(256) } })
    expect(await projectsOf(client)).toEqual({ projects: [] })
  })

  test('two accounts can use the same project id independently', async () => {
    const other = await newAccount()
    const mine = await newProfile(account, 'shared-id', 'same name')
    const theirs = await newProfile(other, 'shared-id', 'same name')
    expect([mine.status, theirs.status]).toEqual([201, 201])
    await newKey(account, { name: 'k', projectId: 'shared-id' })
    expect((await projectsOf(other)).projects).toEqual([{ id: 'shared-id', profiles: 1, keys: 0 }])
    const { profiles } = (await other.call('GET', '/v1/profiles?projectId=shared-id')).body
    expect(profiles.map(({ id }: { id: string }) => id)).toEqual([theirs.body.id])
    expectProblem(await other.call('GET', `/v1/profiles/${mine.body.id}`), 404, 'profile_not_found')
  })

  test.each(['a', 'A.b_c:d-9', '0', '-', '...', 'x'.repeat(128)])('%s is a valid project id', async (projectId) => {
    expect((await newProfile(account, projectId, 'named')).body.projectId).toBe(projectId)
    const { body } = await account.call('GET', `/v1/profiles?projectId=${projectId}`)
    expect(body.profiles).toHaveLength(1)
  })

  test.each(['', ' ', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(129), null, 7])(
    '%j is not a valid project id',
    async (projectId) => {
      expectInvalidAt(await account.call('POST', '/v1/profiles', { body: { projectId, name: 'n' } }), '/projectId')
      const query = `?projectId=${encodeURIComponent(String(projectId))}`
      if (typeof projectId === 'string') {
        expectInvalidAt(await account.call('GET', `/v1/profiles${query}`), '/query/projectId')
      }
    },
  )

  test('ids that differ in case are different projects', async () => {
    const client = await newAccount()
    await newProfile(client, 'Case', 'n')
    expect((await newProfile(client, 'case', 'n')).status).toBe(201)
    expect((await client.call('GET', '/v1/profiles?projectId=case')).body.profiles).toHaveLength(1)
  })
})
