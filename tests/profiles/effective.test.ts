import { beforeEach, describe, expect, it } from 'vitest'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commit,
  createBranch,
  createProfile,
  merge,
  patch,
  read,
  refuse,
  stateOf,
  succeed,
  version,
} from './profile-requests.ts'

describe('the effective snapshot', () => {
  const service = useService('sqlite')
  let id: string
  // main: v1 – v2, and x at v1; the answers identify both heads.
  beforeEach(async () => {
    id = await createProfile(service, { seed: 'Quiet' })
    await change(service, id, {
      versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })],
      branches: [{ id: 'x', name: 'x', headVersionId: 'v1' }],
    })
  })

  const effective = async () => (await read(service, id)).effectiveSnapshot
  const put = async (effectiveSnapshot: object, profileData?: object) =>
    succeed(await patch(service, id, { effectiveSnapshot, ...(profileData && { profileData }) }))
  const computed = (answer: string) => ({
    ...stateOf({ c: answer }),
    promptSummary: `Quiet. In the owner's own words: “${answer}”.`,
    embeddingCentroid: [],
  })

  it('is the state at the head of the current branch, with the computed members filled in', async () => {
    expect(await effective()).toEqual(computed('v2'))
  })

  it('follows a commit, a switch and a roll-back', async () => {
    await commit(service, id, { id: 'v3', parent: 'v2' })
    expect(await effective()).toEqual(computed('v3'))
    await change(service, id, { currentBranchId: 'x' })
    expect(await effective()).toEqual(computed('v1'))
    await change(service, id, { currentBranchId: 'main', branches: [{ id: 'main', headVersionId: 'v2' }] })
    expect(await effective()).toEqual(computed('v2'))
  })

  it('a commit on another branch does not change it', async () => {
    await commit(service, id, { id: 'x1', parent: 'v1', branch: 'x' })
    expect(await effective()).toEqual(computed('v2'))
  })

  it('has the latent scores of the head, computed immediately', async () => {
    const comparisons = [{ id: 'p', frameA: 'a', frameB: 'b', winner: 'b' }]
    await commit(service, id, { id: 'v3', parent: 'v2', snapshot: { comparisons } })
    expect((await effective()).latentScores).toEqual({ a: -0.521298, b: 0.521298 })
  })

  it('it does not include working changes', async () => {
    await change(service, id, { workingChanges: { constraints: [{ id: 'w', answer: 'working' }] } })
    expect(await effective()).toEqual(computed('v2'))
  })

  it('sent members override the computed ones', async () => {
    await put({ promptSummary: 'Said so', embeddingCentroid: [0.5, -1] })
    expect(await effective()).toEqual({ ...computed('v2'), promptSummary: 'Said so', embeddingCentroid: [0.5, -1] })
    await put({ latentScores: { f: 2 }, constraints: [{ id: 'o', answer: 'over' }], promptSummary: 'Again' })
    expect(await effective()).toEqual({
      ...computed('v2'),
      promptSummary: 'Again',
      embeddingCentroid: [0.5, -1],
      latentScores: { f: 2 },
      constraints: [{ id: 'o', answer: 'over' }],
    })
  })

  it('the override survives anything other than a commit, switch or roll-back of the current branch', async () => {
    await put({ promptSummary: 'Lasting' })
    await patch(service, id, { name: 'Renamed', seed: 'Other' })
    await change(service, id, { workingChanges: { exemplars: [] }, budget: { labels: { used: 1 } } })
    await change(service, id, { currentBranchId: 'main', branches: [{ id: 'main', headVersionId: 'v2' }] })
    await createBranch(service, id, { id: 'y' })
    expect((await effective()).promptSummary).toBe('Lasting')
    await patch(service, id, { name: `Taste ${id}` })
  })

  it.each([
    ['commit', { versions: [version({ id: 'v3', parent: 'v2' })] }, 'v3'],
    ['switch', { currentBranchId: 'x' }, 'v1'],
    ['roll-back', { branches: [{ id: 'main', headVersionId: 'v1' }] }, 'v1'],
  ])('the override lasts until the next %s', async (_, profileData, state) => {
    await put({ promptSummary: 'Gone soon', constraints: [] })
    await change(service, id, profileData)
    expect(await effective()).toEqual(computed(state))
  })

  it('a merge into the current branch is a commit and ends the override', async () => {
    await commit(service, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: stateOf({ c: 'v1', d: 'x1' }) })
    await put({ promptSummary: 'Gone soon' })
    succeed(await merge(service, id, { sourceBranchId: 'x', targetBranchId: 'main' }))
    expect((await effective()).promptSummary).toBe("Quiet. In the owner's own words: “v2”, “x1”.")
  })

  it('a switch to another branch with the same head ends the override, and switching back does not restore it', async () => {
    await createBranch(service, id, { id: 'y' })
    await put({ promptSummary: 'Gone soon' })
    await change(service, id, { currentBranchId: 'y' })
    expect(await effective()).toEqual(computed('v2'))
    await change(service, id, { currentBranchId: 'main' })
    expect(await effective()).toEqual(computed('v2'))
  })

  it('an override sent with a commit, switch or roll-back applies to the new state', async () => {
    await put({ embeddingCentroid: [1] })
    await put({ promptSummary: 'With the switch' }, { currentBranchId: 'x' })
    expect(await effective()).toEqual({ ...computed('v1'), promptSummary: 'With the switch' })
  })

  it('an effective snapshot that was read and is sent back with a commit does not override the new state', async () => {
    const { effectiveSnapshot } = await read(service, id)
    await put(effectiveSnapshot, { versions: [version({ id: 'v3', parent: 'v2' })] })
    expect(await effective()).toEqual(computed('v3'))
  })

  it("a client's override that is sent again with the commit applies to the next state", async () => {
    await put({ promptSummary: 'Mine' })
    await put({ promptSummary: 'Mine' }, { versions: [version({ id: 'v3', parent: 'v2' })] })
    expect(await effective()).toEqual({ ...computed('v3'), promptSummary: 'Mine' })
  })

  it('its elements follow the rules for elements: a missing id is assigned, the same id twice is 400', async () => {
    await put({ constraints: [{ answer: 'no id' }] })
    expect((await effective()).constraints).toEqual([{ id: expect.stringMatching(/^con_/), answer: 'no id' }])
    const twice = { effectiveSnapshot: { exemplars: [{ id: 'e' }, { id: 'e' }] } }
    const problem = await refuse(service, id, twice, 400, 'invalid_request')
    expect(problem.errors[0].path).toBe('/effectiveSnapshot/exemplars/1/id')
  })

  it.each([
    [{ promptSummary: 1 }],
    [{ embeddingCentroid: ['a'] }],
    [{ latentScores: [] }],
    [{ latentScores: { f: 'x' } }],
    [{ constraints: {} }],
    [null],
    ['text'],
  ])('%j is 400', async (effectiveSnapshot) => {
    await refuse(service, id, { effectiveSnapshot, seed: 'never' }, 400, 'invalid_request')
  })
})
