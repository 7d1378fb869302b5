import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, patch, read, succeed } from './profile-requests.ts'

/**
 * A client written from the specification alone: it reads the profile, changes the arrays, and sends them back complete,
 * with all snapshots.
 */
describe.each(engines)('the four operations of the specification on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
  })

  const emptyChanges = { constraints: [], exemplars: [], comparisons: [] }
  const snapshotWith = (answer: string) => ({
    constraints: [{ question: 'Warm or cold?', answer }],
    exemplars: [{ id: 'e1', label: 'good', url: 'https://pictures.test/1.png' }],
    comparisons: [{ frameA: 'f1', frameB: 'f2', winner: 'f1' }],
    latentScores: { f1: 1.2, f2: -0.4 },
  })
  const send = async (body: object): Promise<Answer> => succeed(await patch(service, id, body))

  async function commit(versionId: string, answer: string): Promise<void> {
    const { profileData } = await read(service, id)
    const branchId = profileData.currentBranchId
    const branch = profileData.branches.find((one: { id: string }) => one.id === branchId)
    const made = {
      id: versionId,
      branchId,
      parentVersionId: branch.headVersionId,
      message: `Commit ${versionId}`,
      snapshot: snapshotWith(answer),
      createdAt: new Date().toISOString(),
    }
    await send({
      profileData: {
        versions: [...profileData.versions, made],
        branches: profileData.branches.map((one: { id: string }) =>
          one.id === branchId ? { ...one, headVersionId: versionId } : one,
        ),
        workingChanges: emptyChanges,
      },
    })
  }

  async function branchOff(branchId: string): Promise<void> {
    const { profileData } = await read(service, id)
    const current = profileData.branches.find((one: { id: string }) => one.id === profileData.currentBranchId)
    const made = {
      id: branchId,
      name: `feature/${branchId}`,
      description: 'A try',
      headVersionId: current.headVersionId,
      parentBranchId: current.id,
      createdAt: new Date().toISOString(),
    }
    await send({ profileData: { branches: [...profileData.branches, made], currentBranchId: branchId } })
  }

  it('commit: the new version becomes the head of its branch and the uncommitted changes are cleared', async () => {
    await send({ profileData: { workingChanges: { ...emptyChanges, constraints: [{ question: 'Warm or cold?' }] } } })
    await commit('v1', 'warm')
    await commit('v2', 'cold')
    const { profileData, effectiveSnapshot } = await read(service, id)
    expect(profileData.branches[0].headVersionId).toBe('v2')
    expect(profileData.versions.map((one: { parentVersionId: string }) => one.parentVersionId)).toEqual([null, 'v1'])
    expect(profileData.workingChanges).toEqual(emptyChanges)
    expect(effectiveSnapshot).toMatchObject(snapshotWith('cold'))
  })

  it('create branch: it starts at the head of its parent and becomes current if currentBranchId names it', async () => {
    await commit('v1', 'warm')
    await branchOff('try')
    const { profileData } = await read(service, id)
    expect(profileData.currentBranchId).toBe('try')
    expect(profileData.branches[1]).toMatchObject({
      id: 'try',
      name: 'feature/try',
      description: 'A try',
      headVersionId: 'v1',
      parentBranchId: 'main',
    })
  })

  it('create branch: without currentBranchId the current one stays', async () => {
    const { profileData } = await read(service, id)
    const made = { id: 'try', name: 'try', headVersionId: null, createdAt: new Date().toISOString() }
    await send({ profileData: { branches: [...profileData.branches, made] } })
    expect((await read(service, id)).profileData.currentBranchId).toBe('main')
  })

  it('switch branch: currentBranchId alone is sent, and the effective snapshot is that of the branch', async () => {
    await commit('v1', 'warm')
    await branchOff('try')
    await commit('v2', 'cold')
    await send({ profileData: { currentBranchId: 'main' } })
    expect((await read(service, id)).effectiveSnapshot).toMatchObject(snapshotWith('warm'))
    await send({ profileData: { currentBranchId: 'try' } })
    expect((await read(service, id)).effectiveSnapshot).toMatchObject(snapshotWith('cold'))
    expect((await read(service, id)).profileData.versions.length).toBe(2)
  })

  it('roll back: the head moves and the effective snapshot equals the snapshot of the chosen version', async () => {
    await commit('v1', 'warm')
    await commit('v2', 'cold')
    const { profileData } = await read(service, id)
    const chosen = profileData.versions[0]
    const branches = profileData.branches.map((one: object) => ({ ...one, headVersionId: chosen.id }))
    await send({ effectiveSnapshot: chosen.snapshot, profileData: { branches } })
    const after = await read(service, id)
    expect(after.profileData.branches[0].headVersionId).toBe('v1')
    expect(after.effectiveSnapshot).toMatchObject(chosen.snapshot)
    expect(after.profileData.versions).toEqual(profileData.versions)
  })

  it('roll back: a commit may document it, in the same PATCH or in the next', async () => {
    await commit('v1', 'warm')
    await commit('v2', 'cold')
    const { profileData } = await read(service, id)
    const [chosen] = profileData.versions
    const note = {
      ...chosen,
      id: 'v3',
      parentVersionId: 'v1',
      message: 'Back to v1',
      createdAt: new Date().toISOString(),
    }
    await send({
      effectiveSnapshot: chosen.snapshot,
      profileData: {
        versions: [...profileData.versions, note],
        branches: profileData.branches.map((one: object) => ({ ...one, headVersionId: 'v3' })),
      },
    })
    const after = await read(service, id)
    expect(after.profileData.branches[0].headVersionId).toBe('v3')
    expect(after.effectiveSnapshot).toMatchObject(chosen.snapshot)
    const latest = { ...note, id: 'v4', parentVersionId: 'v3', message: 'Noted' }
    await send({ profileData: { versions: [...after.profileData.versions, latest] } })
    expect((await read(service, id)).profileData.branches[0].headVersionId).toBe('v4')
  })

  it('a roll-back on a branch may go to before its start, with everything sent again', async () => {
    await commit('v1', 'warm')
    await commit('v2', 'cold')
    await branchOff('try')
    await commit('v3', 'mild')
    const { profileData } = await read(service, id)
    const [chosen] = profileData.versions
    const branches = profileData.branches.map((one: { id: string }) =>
      one.id === 'try' ? { ...one, headVersionId: 'v1' } : one,
    )
    await send({ effectiveSnapshot: chosen.snapshot, profileData: { versions: profileData.versions, branches } })
    expect((await read(service, id)).effectiveSnapshot).toMatchObject(chosen.snapshot)
  })

  it('sending back the whole document that was read changes nothing', async () => {
    await commit('v1', 'warm')
    await branchOff('try')
    await commit('v2', 'cold')
    const before = await read(service, id)
    await send(before)
    const after = await read(service, id)
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  })
})
