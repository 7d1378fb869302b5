import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { change, commit, createBranch, createProfile, patch, succeed } from '../profiles/profile-requests.ts'
import { askScore, commitElements, diagnose, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

/** Three states that score a warm picture differently: `v1` likes it, `v2` dislikes it, `x` is neutral. */
describe('the scored state', () => {
  let stage: Stage
  let id: string
  let url: string
  const wish = (answer: string) => ({ constraints: [{ id: 'c', question: 'Colours?', answer }] })
  beforeAll(async () => {
    stage = await openStage('sqlite')
    url = await stage.picture('warm', 1)
    id = await profileWith(stage.service, wish('very warm'))
    await commitElements(stage.service, id, 'v2', wish('very cold'))
    await createBranch(stage.service, id, { id: 'x', headVersionId: 'v1' })
    await commit(stage.service, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: wish('warm') })
  })
  afterAll(() => stage.close())

  const score = (more: object = {}) => scoreOf(stage.service, id, url, { ...more })
  const ask = (more: object) => askScore(stage.service, { profile_id: id, frames: [{ id: 'a', url }], ...more })

  it('is the head of the current branch if none is named', async () => {
    expect(await score()).toBe(await score({ version_id: 'v2' }))
    expect(await score()).toBe(await score({ branch_id: 'main' }))
    expect(await score()).toBeLessThan(await score({ version_id: 'v1' }))
  })

  it('branch_id: that branch and its head', async () => {
    expect(await score({ branch_id: 'x' })).toBe(await score({ version_id: 'x1' }))
    expect(await score({ branch_id: 'x' })).not.toBe(await score({ branch_id: 'main' }))
  })

  it('version_id: any version of any branch', async () => {
    const [v1, v2, x1] = await Promise.all(['v1', 'v2', 'x1'].map((version_id) => score({ version_id })))
    expect(v1).toBeGreaterThan(x1 ?? 1)
    expect(x1).toBeGreaterThan(v2 ?? 1)
  })

  it('a switch and a roll-back are followed', async () => {
    const other = await profileWith(stage.service, wish('very warm'))
    const now = () => scoreOf(stage.service, other, url)
    const liked = await now()
    await commitElements(stage.service, other, 'v2', wish('very cold'))
    expect(await now()).toBeLessThan(liked)
    await change(stage.service, other, { branches: [{ id: 'main', headVersionId: 'v1' }] })
    expect(await now()).toBe(liked)
    await createBranch(stage.service, other, { id: 'b', headVersionId: 'v1' })
    await commit(stage.service, other, { id: 'b1', parent: 'v1', branch: 'b', snapshot: wish('very cold') })
    expect(await now()).toBe(liked)
    await change(stage.service, other, { currentBranchId: 'b' })
    expect(await now()).toBeLessThan(liked)
  })

  it('an unknown version is 422 unknown_version, an unknown branch 422 unknown_branch', async () => {
    expectProblem(await ask({ version_id: 'v9' }), 422, 'unknown_version')
    expectProblem(await ask({ branch_id: 'y' }), 422, 'unknown_branch')
  })

  it('a version of another profile is unknown', async () => {
    const other = await profileWith(stage.service, wish('warm'))
    await commitElements(stage.service, other, 'theirs', wish('cold'))
    expectProblem(await ask({ version_id: 'theirs' }), 422, 'unknown_version')
  })

  it('both ids at once are 400', async () => {
    expectInvalidAt(await ask({ version_id: 'v1', branch_id: 'main' }), '/version_id')
  })

  it('include_working with version_id is 400; include_working: false is not', async () => {
    expectInvalidAt(await ask({ version_id: 'v1', include_working: true }), '/version_id')
    expect((await ask({ version_id: 'v1', include_working: false })).status).toBe(200)
  })

  it('working changes count only with include_working, on any branch', async () => {
    const before = [await score(), await score({ branch_id: 'x' })]
    await change(stage.service, id, { workingChanges: { constraints: [{ id: 'w', question: 'q', answer: 'orange' }] } })
    expect([await score(), await score({ branch_id: 'x' })]).toEqual(before)
    expect(await score({ include_working: true })).toBeGreaterThan(before[0] ?? 1)
    expect(await score({ include_working: true, branch_id: 'x' })).toBeGreaterThan(before[1] ?? 1)
    await change(stage.service, id, { workingChanges: { constraints: [] } })
    expect(await score({ include_working: true })).toBe(before[0])
  })

  it('a working change with the id of a committed element replaces it', async () => {
    await change(stage.service, id, { workingChanges: wish('very warm') })
    expect(await score({ include_working: true })).toBe(await score({ version_id: 'v1' }))
    await change(stage.service, id, { workingChanges: { constraints: [] } })
  })

  it('a version is scored with its own seed, a profile without commits with its current seed', async () => {
    const other = await createProfile(stage.service, { seed: 'very warm colours' })
    const now = (more: object = {}) => scoreOf(stage.service, other, url, { ...more })
    const asWarm = await now()
    succeed(await patch(stage.service, other, { seed: 'very cold colours' }))
    const asCold = await now()
    expect(asCold).toBeLessThan(asWarm)
    await commit(stage.service, other, { id: 'v1', snapshot: {} })
    succeed(await patch(stage.service, other, { seed: 'very warm colours' }))
    expect(await now({ version_id: 'v1' })).toBe(asCold)
    expect(await now()).toBe(asCold)
    await commit(stage.service, other, { id: 'v2', parent: 'v1', snapshot: {} })
    expect([await now(), await now({ version_id: 'v1' })]).toEqual([asWarm, asCold])
  })

  it('diagnostics accepts version_id, branch_id and include_working with the same rules, also under their older names', async () => {
    const answers = async (query: string) =>
      (await diagnose(stage.service, id, query)).understood.map(
        ({ wishes }: { wishes: readonly { phrase: string }[] }) => wishes.map(({ phrase }) => phrase).join(),
      )
    expect(await answers('')).toEqual(['very cold'])
    expect(await answers('?versionId=v1')).toEqual(['very warm'])
    expect(await answers('?branchId=x')).toEqual(['warm'])
    expect(await answers('?version_id=v1')).toEqual(['very warm'])
    expect(await answers('?branch_id=x')).toEqual(['warm'])
    const { call } = stage.service
    const at = `/v1/profiles/${id}/diagnostics`
    expectInvalidAt(await call('GET', `${at}?versionId=v1&branchId=x`), '/query/versionId')
    expectInvalidAt(await call('GET', `${at}?versionId=v1&includeWorking=true`), '/query/versionId')
    expectInvalidAt(await call('GET', `${at}?version_id=v1&include_working=true`), '/query/version_id')
    expectInvalidAt(await call('GET', `${at}?includeWorking=yes`), '/query/includeWorking')
    expectProblem(await call('GET', `${at}?versionId=v9`), 404, 'version_not_found')
    expectProblem(await call('GET', `${at}?branchId=y`), 404, 'branch_not_found')
  })
})
