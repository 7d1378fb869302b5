import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, problemOf, stateOf, succeed, version } from './profile-requests.ts'

const none = { added: 0, removed: 0, changed: 0 }

describe.each(engines)('the history on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeAll(async () => {
    id = await createProfile(service)
    // main: v1 – v2 – v3, and feature/x: v2 – x1 – x2; created in the order v1 v2 x1 v3 x2.
    await change(service, id, {
      versions: [
        version({ id: 'v1' }),
        version({ id: 'v2', parent: 'v1' }),
        version({ id: 'x1', parent: 'v2', branch: 'feature/x' }),
        version({ id: 'v3', parent: 'v2' }),
        version({ id: 'x2', parent: 'x1', branch: 'feature/x' }),
      ],
      branches: [
        { id: 'feature/x', name: 'x', headVersionId: 'x2' },
        { id: 'empty', name: 'empty', headVersionId: null },
      ],
    })
  })

  const list = (query = '') => service.call('GET', `/v1/profiles/${id}/versions${query}`)
  const idsOf = (versions: readonly { id: string }[]) => versions.map((one) => one.id)

  async function walk(query: string): Promise<readonly string[]> {
    const ids: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = succeed(await list(`?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
      ids.push(...idsOf(body.versions))
      cursor = body.nextCursor
    }
    return ids
  }

  it('without branchId all versions are listed by time, newest first, without snapshots', async () => {
    const { body } = succeed(await list())
    expect(idsOf(body.versions)).toEqual(['x2', 'v3', 'x1', 'v2', 'v1'])
    expect(body.versions[4]).toEqual({
      id: 'v1',
      branchId: 'main',
      parentVersionId: null,
      message: 'Commit v1',
      createdAt: expect.any(String),
      author: { keyId: expect.stringMatching(/^key_/), name: expect.any(String) },
      changes: { constraints: { added: 1, removed: 0, changed: 0 }, exemplars: none, comparisons: none },
    })
    expect(Object.keys(body)).toEqual(['versions'])
  })

  it("with branchId it is the history of that branch's head, including the part before the branch", async () => {
    expect(idsOf((await list('?branchId=main')).body.versions)).toEqual(['v3', 'v2', 'v1'])
    expect(idsOf((await list('?branchId=feature%2Fx')).body.versions)).toEqual(['x2', 'x1', 'v2', 'v1'])
    expect((await list('?branchId=empty')).body).toEqual({ versions: [] })
  })

  it('a roll-back shortens the history of the head but not the list of all versions', async () => {
    await change(service, id, { branches: [{ id: 'feature/x', headVersionId: 'x1' }] })
    expect(idsOf((await list('?branchId=feature%2Fx')).body.versions)).toEqual(['x1', 'v2', 'v1'])
    expect((await list()).body.versions.length).toBe(5)
    await change(service, id, { branches: [{ id: 'feature/x', headVersionId: 'x2' }] })
  })

  it.each([1, 2, 3, 4, 5, 1000])('paging by %i returns every version once, newest first', async (limit) => {
    expect(await walk(`limit=${limit}`)).toEqual(['x2', 'v3', 'x1', 'v2', 'v1'])
    expect(await walk(`limit=${limit}&branchId=feature%2Fx`)).toEqual(['x2', 'x1', 'v2', 'v1'])
  })

  it('nextCursor is absent on the last page, even if it is full', async () => {
    expect((await list('?limit=5')).body).not.toHaveProperty('nextCursor')
    expect((await list('?limit=3&branchId=main')).body).not.toHaveProperty('nextCursor')
    expect((await list('?limit=2&branchId=main')).body).toHaveProperty('nextCursor')
  })

  it('a commit during paging does not affect it', async () => {
    const first = (await list('?limit=2')).body
    await change(service, id, { versions: [version({ id: 'v4', parent: 'v3' })] })
    const rest = (await list(`?cursor=${encodeURIComponent(first.nextCursor)}`)).body
    expect([...idsOf(first.versions), ...idsOf(rest.versions)]).toEqual(['x2', 'v3', 'x1', 'v2', 'v1'])
    await change(service, id, { branches: [{ id: 'main', headVersionId: 'v3' }] })
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'cursor=',
    'cursor=x',
    'cursor=0',
    'cursor=-1',
    'cursor=1!2',
    'cursor=%2500',
  ])('?%s is 400', async (query) => {
    expect(problemOf(await list(`?${query}`))).toEqual([400, 'invalid_request'])
  })

  it.each(['cursor=', 'cursor=nowhere', 'cursor=v1!v2', 'cursor=%2500'])('?branchId=main&%s is 400', async (query) => {
    expect(problemOf(await list(`?branchId=main&${query}`))).toEqual([400, 'invalid_request'])
  })

  it('an unknown branch is 404 branch_not_found', async () => {
    expect(problemOf(await list('?branchId=nowhere'))).toEqual([404, 'branch_not_found'])
  })

  it('one version is read with its snapshot', async () => {
    const { body } = succeed(await list('/v2'))
    expect(body).toEqual({
      id: 'v2',
      branchId: 'main',
      parentVersionId: 'v1',
      message: 'Commit v2',
      createdAt: expect.any(String),
      author: { keyId: expect.stringMatching(/^key_/), name: expect.any(String) },
      changes: { constraints: { added: 0, removed: 0, changed: 1 }, exemplars: none, comparisons: none },
      snapshot: stateOf({ c: 'v2' }),
    })
  })

  it.each(['v9', 'main', '%00', 'v%2f1', '%F0%9F%8E%A8'])(
    'an unknown version (%s) is 404 version_not_found',
    async (name) => {
      expect(problemOf(await list(`/${name}`))).toEqual([404, 'version_not_found'])
    },
  )

  it('a version id may contain any character', async () => {
    const name = 'a/b?c#d%e ✓'
    await change(service, id, { versions: [version({ id: name, parent: 'x2', branch: 'feature/x' })] })
    expect((await list(`/${encodeURIComponent(name)}`)).body.id).toBe(name)
    expect((await walk('limit=1&branchId=feature%2Fx'))[0]).toBe(name)
  })
})
