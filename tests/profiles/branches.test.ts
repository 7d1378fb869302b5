import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commitChain,
  createBranch,
  createProfile,
  headOf,
  problemOf,
  read,
  refuse,
  succeed,
  version,
} from './profile-requests.ts'

describe.each(engines)('branches on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
    await change(service, id, { versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })] })
  })

  const branches = async () => (await read(service, id)).profileData.branches
  const branch = async (name: string) => (await branches()).find((one: { id: string }) => one.id === name)
  const sending = (...sent: readonly object[]) => ({ profileData: { branches: sent } })
  const remove = (name: string) => service.call('DELETE', `/v1/profiles/${id}/branches/${encodeURIComponent(name)}`)

  it('a new branch starts at the head of the current branch', async () => {
    await createBranch(service, id, { id: 'x', description: 'Try red' })
    expect(await branch('x')).toEqual({
      id: 'x',
      name: 'x',
      description: 'Try red',
      headVersionId: 'v2',
      parentBranchId: 'main',
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  it('it starts at the head of another branch if parentBranchId names one', async () => {
    await createBranch(service, id, { id: 'x' })
    await commitChain(service, id, ['x1'], 'x')
    await createBranch(service, id, { id: 'y', parentBranchId: 'x' })
    expect(await branch('y')).toMatchObject({ headVersionId: 'x1', parentBranchId: 'x' })
  })

  it('it starts at another version if it names one', async () => {
    await createBranch(service, id, { id: 'x', headVersionId: 'v1' })
    expect(await headOf(service, id, 'x')).toBe('v1')
    await createBranch(service, id, { id: 'empty', headVersionId: null })
    expect(await headOf(service, id, 'empty')).toBe(null)
  })

  it('it may start at a version that the same PATCH adds', async () => {
    const versions = [version({ id: 'v3', parent: 'v2' })]
    await change(service, id, {
      versions,
      branches: [
        { id: 'x', name: 'x', headVersionId: 'v3' },
        { id: 'y', name: 'y' },
      ],
    })
    expect([await headOf(service, id, 'x'), await headOf(service, id, 'y')]).toEqual(['v3', 'v3'])
  })

  it('it may start from a branch that the same PATCH adds before it', async () => {
    await change(service, id, {
      branches: [
        { id: 'x', name: 'x', headVersionId: 'v1' },
        { id: 'y', name: 'y', parentBranchId: 'x' },
      ],
    })
    expect(await branch('y')).toMatchObject({ headVersionId: 'v1', parentBranchId: 'x' })
  })

  it('an unknown version is 422 unknown_version, an unknown parent branch 422 unknown_branch', async () => {
    await refuse(service, id, sending({ id: 'x', name: 'x', headVersionId: 'v9' }), 422, 'unknown_version')
    await refuse(service, id, sending({ id: 'x', name: 'x', parentBranchId: 'y' }), 422, 'unknown_branch')
    await refuse(service, id, sending({ id: 'main', parentBranchId: 'y' }), 422, 'unknown_branch')
  })

  it('branches is an upsert by id, member by member; a branch that is not sent stays', async () => {
    await createBranch(service, id, { id: 'x', description: 'Old' })
    const before = await branch('x')
    await change(service, id, { branches: [{ id: 'x', description: 'New' }] })
    expect(await branch('x')).toEqual({ ...before, description: 'New' })
    await change(service, id, { branches: [{ id: 'x', name: 'feature/red' }] })
    expect(await branch('x')).toEqual({ ...before, description: 'New', name: 'feature/red' })
    await change(service, id, { branches: [] })
    expect((await branches()).map((one: { id: string }) => one.id)).toEqual(['main', 'x'])
  })

  it('names are unique in a profile: 409 branch_name_taken', async () => {
    await createBranch(service, id, { id: 'x' })
    await refuse(service, id, sending({ id: 'y', name: 'main' }), 409, 'branch_name_taken')
    await refuse(service, id, sending({ id: 'x', name: ' main ' }), 409, 'branch_name_taken')
    await refuse(service, id, sending({ id: 'y', name: 'same' }, { id: 'z', name: 'same' }), 409, 'branch_name_taken')
  })

  it('two branches may swap their names in one PATCH', async () => {
    await createBranch(service, id, { id: 'x' })
    await change(service, id, {
      branches: [
        { id: 'main', name: 'x' },
        { id: 'x', name: 'main' },
      ],
    })
    expect((await branches()).map((one: { name: string }) => one.name)).toEqual(['x', 'main'])
  })

  it('a new branch needs a name, and the same branch twice is 400', async () => {
    await refuse(service, id, sending({ id: 'x' }), 400, 'invalid_request')
    await refuse(service, id, sending({ id: 'x', name: 'x' }, { id: 'x', name: 'y' }), 400, 'invalid_request')
    await refuse(service, id, sending({ name: 'x' }), 400, 'invalid_request')
  })

  it('a branch cannot descend from itself, directly or indirectly: 400 at its parentBranchId', async () => {
    await createBranch(service, id, { id: 'o1' })
    await createBranch(service, id, { id: 'o2', parentBranchId: 'o1' })
    const own = { profileData: { branches: [{ id: 'o1', parentBranchId: 'o1' }] } }
    expect((await refuse(service, id, own, 400, 'invalid_request')).errors[0].path).toBe(
      '/profileData/branches/0/parentBranchId',
    )
    const round = { profileData: { branches: [{ id: 'o1', parentBranchId: 'o2' }] } }
    await refuse(service, id, round, 400, 'invalid_request')
  })

  it('its first commit in the same PATCH must follow its start: 409 head_conflict without a parent', async () => {
    const head = await headOf(service, id)
    expect(head).not.toBeNull()
    const branch = { id: 'y', name: 'y', headVersionId: 'y1' }
    const orphan = { profileData: { branches: [branch], versions: [version({ id: 'y1', branch: 'y' })] } }
    expect((await refuse(service, id, orphan, 409, 'head_conflict')).headVersionId).toBe(head)
    await change(service, id, { branches: [branch], versions: [version({ id: 'y1', branch: 'y', parent: head })] })
    expect(await headOf(service, id, 'y')).toBe('y1')
  })

  it('currentBranchId must exist: 422 unknown_branch', async () => {
    await refuse(service, id, { name: 'Lost', profileData: { currentBranchId: 'x' } }, 422, 'unknown_branch')
  })

  it('currentBranchId may be a branch that the same PATCH adds', async () => {
    await change(service, id, { branches: [{ id: 'x', name: 'x' }], currentBranchId: 'x' })
    expect((await read(service, id)).profileData.currentBranchId).toBe('x')
  })

  it('a PATCH is all or nothing: one invalid member and nothing is applied', async () => {
    const patch = {
      name: 'Never',
      seed: 'never',
      profileData: {
        versions: [version({ id: 'v3', parent: 'v2' })],
        branches: [{ id: 'x', name: 'x' }],
        currentBranchId: 'nowhere',
        workingChanges: { constraints: [{ id: 'c' }] },
        budget: { labels: { used: 9 } },
      },
      effectiveSnapshot: { promptSummary: 'never' },
    }
    await refuse(service, id, patch, 422, 'unknown_branch')
  })

  describe('deleting a branch', () => {
    it('answers 200 {success: true}, removes the branch and keeps its versions', async () => {
      await createBranch(service, id, { id: 'feature/x' })
      await commitChain(service, id, ['x1'], 'feature/x')
      const { body } = succeed(await remove('feature/x'))
      expect(body).toEqual({ success: true })
      expect((await branches()).map((one: { id: string }) => one.id)).toEqual(['main'])
      expect((await read(service, id)).profileData.versions.map((one: { id: string }) => one.id)).toEqual([
        'v1',
        'v2',
        'x1',
      ])
    })

    it('main and the current one are 409 branch_protected', async () => {
      await createBranch(service, id, { id: 'x' })
      await change(service, id, { currentBranchId: 'x' })
      const before = await read(service, id)
      expect(problemOf(await remove('main'))).toEqual([409, 'branch_protected'])
      expect(problemOf(await remove('x'))).toEqual([409, 'branch_protected'])
      expect(await read(service, id)).toEqual(before)
    })

    it('an unknown branch is 404 branch_not_found', async () => {
      expect(problemOf(await remove('nowhere'))).toEqual([404, 'branch_not_found'])
      expect(problemOf(await remove('%00'))).toEqual([404, 'branch_not_found'])
    })

    it('branches created from it stay complete and belong to its parent', async () => {
      await createBranch(service, id, { id: 'x' })
      await commitChain(service, id, ['x1'], 'x')
      await createBranch(service, id, { id: 'y', parentBranchId: 'x' })
      await commitChain(service, id, ['y1'], 'y')
      succeed(await remove('x'))
      expect(await branch('y')).toMatchObject({ headVersionId: 'y1', parentBranchId: 'main' })
      const { body } = await service.call('GET', `/v1/profiles/${id}/versions?branchId=y`)
      expect(body.versions.map((one: { id: string }) => one.id)).toEqual(['y1', 'x1', 'v2', 'v1'])
    })

    it('its id and name are free again', async () => {
      await createBranch(service, id, { id: 'x' })
      succeed(await remove('x'))
      await createBranch(service, id, { id: 'x', headVersionId: 'v1' })
      expect(await headOf(service, id, 'x')).toBe('v1')
    })
  })
})
