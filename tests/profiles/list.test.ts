import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, patch, problemOf, succeed } from './profile-requests.ts'

describe.each(engines)('listing profiles on %s', (engine) => {
  const service = useService(engine)
  let newestFirst: readonly string[]
  beforeAll(async () => {
    const made: string[] = []
    for (let i = 0; i < 7; i++) made.push(await createProfile(service, { projectId: 'seven', name: `Taste ${i}` }))
    newestFirst = made.reverse()
  })

  const list = (query: string, key = service.key) => service.call('GET', `/v1/profiles?${query}`, { key })
  const idsOf = (profiles: readonly { id: string }[]) => profiles.map(({ id }) => id)

  async function walk(query: string): Promise<readonly (readonly string[])[]> {
    const pages: string[][] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = succeed(await list(`${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
      pages.push(idsOf(body.profiles))
      cursor = body.nextCursor
    }
    return pages
  }

  it('without limit everything is returned, newest first, without nextCursor', async () => {
    const { body } = succeed(await list('projectId=seven'))
    expect(idsOf(body.profiles)).toEqual(newestFirst)
    expect(Object.keys(body)).toEqual(['profiles'])
  })

  it('the list contains only id, projectId, name, seed, createdAt and updatedAt', async () => {
    const { body } = succeed(await list('projectId=seven&limit=1'))
    expect(body.profiles).toEqual([
      {
        id: newestFirst[0],
        projectId: 'seven',
        name: 'Taste 6',
        seed: null,
        createdAt: expect.any(String),
        updatedAt: body.profiles[0].createdAt,
      },
    ])
  })

  it.each([1, 2, 3, 6, 7, 8, 1000])('paging by %i returns every profile once, newest first', async (limit) => {
    const pages = await walk(`projectId=seven&limit=${limit}`)
    expect(pages.flat()).toEqual(newestFirst)
    expect(pages.length).toBe(Math.ceil(7 / limit))
  })

  it('nextCursor is absent on the last page, even if it is full', async () => {
    expect((await list('projectId=seven&limit=7')).body).not.toHaveProperty('nextCursor')
    expect((await list('projectId=seven&limit=6')).body).toHaveProperty('nextCursor')
  })

  it('paging finds all profiles created in the same millisecond', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => createProfile(service, { projectId: 'burst' })))
    expect((await walk('projectId=burst&limit=1')).flat().toSorted()).toEqual(made.toSorted())
  })

  it('creations, changes and deletions during paging neither repeat nor hide another profile', async () => {
    const made: string[] = []
    for (let i = 0; i < 6; i++) made.push(await createProfile(service, { projectId: 'moving' }))
    const first = succeed(await list('projectId=moving&limit=2')).body
    await createProfile(service, { projectId: 'moving' })
    await patch(service, made[0] ?? '', { seed: 'Changed' })
    await service.call('DELETE', `/v1/profiles/${made[4]}`)
    const rest = succeed(await list(`projectId=moving&cursor=${encodeURIComponent(first.nextCursor)}`)).body
    expect([...idsOf(first.profiles), ...idsOf(rest.profiles)]).toEqual(made.toReversed())
  })

  it('projectId narrows the list; without it every project of the account is listed', async () => {
    const mine = service.as(await service.newAccount())
    const a = await createProfile(mine, { projectId: 'a' })
    const b = await createProfile(mine, { projectId: 'b' })
    expect(idsOf((await list('projectId=a', mine.key)).body.profiles)).toEqual([a])
    expect(idsOf((await list('', mine.key)).body.profiles)).toEqual([b, a])
  })

  it('an unknown project has an empty list, and listing does not create it', async () => {
    expect((await list('projectId=nobody')).body).toEqual({ profiles: [] })
    const { projects } = (await service.call('GET', '/api/projects')).body
    expect(projects.map(({ id }: { id: string }) => id)).not.toContain('nobody')
  })

  it.each(['0', '1001', '-1', '1.5', 'ten', '', '99999', '1e2', '0x10', '%205', '5&limit=5'])(
    'limit=%s is 400',
    async (limit) => {
      const answer = await list(`limit=${limit}`)
      expect(problemOf(answer)).toEqual([400, 'invalid_request'])
      expect(answer.body.errors[0].path).toBe('/query/limit')
    },
  )

  it.each([
    '',
    'nonsense',
    '!',
    'a!b',
    '%25',
    '2026-01-01T00:00:00.000Z!prof_1',
    '2026-01-01T00:00:00.000Z!prof_0199f0000000700080000000000000000',
    `2026%20(%2500)!prof_${'0'.repeat(32)}`,
    `2026-01-01T00:00:00.000Z%2500!prof_${'0'.repeat(32)}`,
    'x'.repeat(3000),
  ])('cursor=%s is 400', async (cursor) => {
    const answer = await list(`cursor=${cursor}`)
    expect(problemOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.errors[0].path).toBe('/query/cursor')
  })

  it.runIf(engine === 'sqlite')(
    'without limit at most 10,000 are returned, and nextCursor leads to the remaining ones',
    async () => {
      const mine = service.as(await service.newAccount())
      const id = await createProfile(mine)
      await copyProfile(service, id, 10_000)
      const first = succeed(await mine.call('GET', '/v1/profiles')).body
      expect(first.profiles.length).toBe(10_000)
      const rest = succeed(await mine.call('GET', `/v1/profiles?cursor=${encodeURIComponent(first.nextCursor)}`)).body
      expect(rest.profiles.length).toBe(1)
      expect(new Set(idsOf([...first.profiles, ...rest.profiles])).size).toBe(10_001)
      expect(rest).not.toHaveProperty('nextCursor')
    },
  )
})

/** Inserts copies of a profile directly into the store: creating them one by one would take too long. */
async function copyProfile(service: TestService, id: string, copies: number): Promise<void> {
  const store = await openStore(readConfig(service.home.env))
  await store.write(async (db) => {
    const row = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: copies }, (_, i) => {
      const n = i.toString(16).padStart(8, '0')
      return { ...row, id: `prof_${n}${'0'.repeat(24)}`, name: `Copy ${n}` }
    })
    for (let i = 0; i < copies; i += 500)
      await db
        .insertInto('profiles')
        .values(rows.slice(i, i + 500))
        .execute()
  })
  await store.close()
}
