import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commit,
  createBranch,
  createProfile,
  headOf,
  read,
  refuse,
  stateOf,
  version,
} from './profile-requests.ts'

describe.each(engines)('heads on %s', (engine) => {
  const service = useService(engine)
  let id: string
  // main: v1 – v2 – v3, and x: v2 – x1.
  beforeEach(async () => {
    id = await createProfile(service)
    await change(service, id, {
      versions: [
        version({ id: 'v1' }),
        version({ id: 'v2', parent: 'v1' }),
        version({ id: 'v3', parent: 'v2' }),
        version({ id: 'x1', parent: 'v2', branch: 'x' }),
      ],
      branches: [{ id: 'x', name: 'x', headVersionId: 'x1' }],
    })
  })

  const moving = (branch: string, headVersionId: string | null, more: object = {}) => ({
    profileData: { branches: [{ id: branch, headVersionId }], ...more },
  })
  const move = (branch: string, head: string | null) =>
    change(service, id, { branches: [{ id: branch, headVersionId: head }] })
  const constraint = async () => (await read(service, id)).effectiveSnapshot.constraints[0]?.answer

  it('a head is moved back, and forward again, by a PATCH that adds neither version nor branch', async () => {
    await move('main', 'v1')
    expect([await headOf(service, id), await constraint()]).toEqual(['v1', 'v1'])
    await move('main', 'v3')
    expect([await headOf(service, id), await constraint()]).toEqual(['v3', 'v3'])
    await move('main', 'v2')
    await move('main', 'v3')
    expect((await read(service, id)).profileData.versions.length).toBe(4)
  })

  it('a head may move to a version of the history before the branch, and back', async () => {
    await move('x', 'v1')
    expect(await headOf(service, id, 'x')).toBe('v1')
    await move('x', 'x1')
    expect(await headOf(service, id, 'x')).toBe('x1')
  })

  it('a head may move there even if that version is sent along', async () => {
    await change(service, id, { versions: [{ id: 'v1' }], branches: [{ id: 'x', headVersionId: 'v1' }] })
    expect(await headOf(service, id, 'x')).toBe('v1')
  })

  it('two heads may be moved by one PATCH', async () => {
    await change(service, id, {
      branches: [
        { id: 'main', headVersionId: 'v1' },
        { id: 'x', headVersionId: 'v2' },
      ],
    })
    expect([await headOf(service, id), await headOf(service, id, 'x')]).toEqual(['v1', 'v2'])
  })

  it('a head that does not exist is 422 unknown_version', async () => {
    await refuse(service, id, moving('main', 'v9'), 422, 'unknown_version')
  })

  it('a head that is a version of another branch is 422 version_not_on_branch', async () => {
    await refuse(service, id, moving('main', 'x1'), 422, 'version_not_on_branch')
  })

  it('a version added to the parent branch after the branch started is not on the branch', async () => {
    await refuse(service, id, moving('x', 'v3'), 422, 'version_not_on_branch')
  })

  it('null is 422 version_not_on_branch on a branch with versions', async () => {
    await refuse(service, id, moving('main', null), 422, 'version_not_on_branch')
  })

  it('null may be set on a branch without versions, and its start again', async () => {
    await createBranch(service, id, { id: 'bare' })
    expect(await headOf(service, id, 'bare')).toBe('v3')
    await move('bare', null)
    expect(await headOf(service, id, 'bare')).toBe(null)
    await move('bare', 'v2')
    expect(await headOf(service, id, 'bare')).toBe('v2')
  })

  it('after a roll-back the next commit follows the moved head', async () => {
    await move('main', 'v1')
    const stale = version({ id: 'v4', parent: 'v3' })
    const problem = await refuse(service, id, { profileData: { versions: [stale] } }, 409, 'head_conflict')
    expect(problem.headVersionId).toBe('v1')
    await commit(service, id, { id: 'v4', parent: 'v1' })
    expect(await headOf(service, id)).toBe('v4')
  })

  it('versions left by a roll-back can still become the head', async () => {
    await move('main', 'v1')
    await commit(service, id, { id: 'v4', parent: 'v1' })
    await move('main', 'v3')
    expect([await headOf(service, id), await constraint()]).toEqual(['v3', 'v3'])
  })

  it.each(['v1', 'v2'])(
    'a documented roll-back, a new version equal to its parent, may have %s as parent',
    async (to) => {
      await commit(service, id, { id: 'back', parent: to, snapshot: stateOf({ c: to }) })
      expect([await headOf(service, id), await constraint()]).toEqual(['back', to])
    },
  )

  it('a documented roll-back may go to the history before the branch', async () => {
    await commit(service, id, { id: 'back', parent: 'v1', branch: 'x', snapshot: stateOf({ c: 'v1' }) })
    expect(await headOf(service, id, 'x')).toBe('back')
  })

  it('a new version that differs from its parent only in the latent scores is not a roll-back: 409 head_conflict', async () => {
    const judged = { comparisons: [{ id: 'j', frameA: 'a', frameB: 'b', winner: 'a' }] }
    await commit(service, id, { id: 'v4', parent: 'v3', snapshot: { ...judged, latentScores: { a: 1, b: 0 } } })
    await commit(service, id, { id: 'v5', parent: 'v4' })
    const other = version({ id: 'back', parent: 'v4', snapshot: { ...judged, latentScores: { a: 42 } } })
    await refuse(service, id, { profileData: { versions: [other] } }, 409, 'head_conflict')
    await commit(service, id, { id: 'back', parent: 'v4', snapshot: { ...judged, latentScores: { a: 1, b: 0 } } })
    // Defaults for members that were not sent do not count as a difference.
    await commit(service, id, { id: 'again', parent: 'v4', snapshot: judged })
    expect(await headOf(service, id)).toBe('again')
  })

  it('a new version that equals a version of another branch is not a roll-back: 409 head_conflict', async () => {
    const sent = version({ id: 'back', parent: 'x1', snapshot: stateOf({ c: 'x1' }) })
    const problem = await refuse(service, id, { profileData: { versions: [sent] } }, 409, 'head_conflict')
    expect(problem.headVersionId).toBe('v3')
  })

  it('in a PATCH that adds a version, a head of another branch that differs is a stale echo: 409 head_conflict', async () => {
    const versions = [version({ id: 'v4', parent: 'v3' })]
    const problem = await refuse(service, id, moving('x', 'v2', { versions }), 409, 'head_conflict')
    expect(problem.headVersionId).toBe('x1')
  })

  it('in a PATCH that adds a branch, a differing head of another branch is 409 head_conflict', async () => {
    const branches = [
      { id: 'main', headVersionId: 'v2' },
      { id: 'y', name: 'y' },
    ]
    const problem = await refuse(service, id, { profileData: { branches } }, 409, 'head_conflict')
    expect(problem.headVersionId).toBe('v3')
  })

  it('an echo of the stored heads is not a conflict', async () => {
    await change(service, id, {
      versions: [version({ id: 'v4', parent: 'v3' })],
      branches: [
        { id: 'main', name: 'main', headVersionId: 'v4' },
        { id: 'x', name: 'x', headVersionId: 'x1' },
      ],
    })
    expect([await headOf(service, id), await headOf(service, id, 'x')]).toEqual(['v4', 'x1'])
  })

  it('of two concurrent commits on the same head exactly one wins, the other is 409 head_conflict', async () => {
    const sent = ['a', 'b', 'c', 'd'].map((name) => version({ id: name, parent: 'v3' }))
    const answers = await Promise.all(
      sent.map((one) => service.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { versions: [one] } } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = sent[answers.findIndex(({ status }) => status === 200)]?.id
    expect(await headOf(service, id)).toBe(winner)
    for (const { status, body } of answers) {
      if (status === 409) expect([body.code, body.headVersionId]).toEqual(['head_conflict', winner])
    }
  })
})
