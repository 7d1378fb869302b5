import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile } from '../profiles/profile-requests.ts'
import { diagnose, openStage, profileWith, type Stage, scoreOf, scoresOf } from './scoring-service.ts'

describe("a comparison's frames", () => {
  let stage: Stage
  let warm: string
  let cold: string
  let probe: string
  let asTaught: number
  beforeAll(async () => {
    stage = await openStage('sqlite')
    warm = await stage.picture('warm', 1)
    cold = await stage.picture('cold', 1)
    probe = await stage.picture('warm', 2)
    const comparison = { frameA: { id: 'w', url: warm }, frameB: { id: 'c', url: cold }, winner: 'w' }
    asTaught = await scored(await profileWith(stage.service, { comparisons: [{ id: 'p', ...comparison }] }))
  })
  afterAll(() => stage.close())

  const scored = (id: string) => scoreOf(stage.service, id, probe)
  const bare = { comparisons: [{ id: 'p', frameA: 'w', frameB: 'c', winner: 'w' }] }
  /** Labels of a dimension other than the scored one, so only their pictures matter. */
  const lending = (members: object, url: string) => ({ label: 'good', dimension: 'other', url, ...members })
  const unusableOf = async (id: string) => (await diagnose(stage.service, id)).unusable

  it('frames with their own URLs are learned from', async () => {
    expect(asTaught).toBeGreaterThan(await scored(await createProfile(stage.service)))
  })

  it("a bare id is resolved against the exemplars' ids", async () => {
    const exemplars = [lending({ id: 'w' }, warm), lending({ id: 'c' }, cold)]
    expect(await scored(await profileWith(stage.service, { ...bare, exemplars }))).toBe(asTaught)
  })

  it('a bare id is resolved against their frameId', async () => {
    const exemplars = [lending({ id: 'e1', frameId: 'w' }, warm), lending({ id: 'e2', frameId: 'c' }, cold)]
    expect(await scored(await profileWith(stage.service, { ...bare, exemplars }))).toBe(asTaught)
  })

  it('a bare id is resolved against frames scored before in this project, by any profile', async () => {
    const other = await createProfile(stage.service, { projectId: 'seen' })
    await scoresOf(stage.service, other, [
      { id: 'w', url: warm },
      { id: 'c', url: cold },
    ])
    const id = await profileWith(stage.service, bare, { projectId: 'seen' })
    expect(await scored(id)).toBe(asTaught)
    expect(await unusableOf(id)).toEqual([])
  })

  it('a bare id is not resolved against frames of another project', async () => {
    const other = await createProfile(stage.service, { projectId: 'there' })
    await scoresOf(stage.service, other, [
      { id: 'w', url: warm },
      { id: 'c', url: cold },
    ])
    const id = await profileWith(stage.service, bare, { projectId: 'here' })
    expect(await scored(id)).toBe(await scored(await createProfile(stage.service)))
    expect(await unusableOf(id)).toEqual([
      { kind: 'comparisons', id: 'p', code: 'frame_not_found', message: expect.any(String), retryable: false },
    ])
  })

  it('a bare id is not resolved against a project of the same name in another account', async () => {
    const stranger = stage.service.as(await stage.service.newAccount())
    const theirs = await createProfile(stranger, { projectId: 'common' })
    await scoresOf(stranger, theirs, [
      { id: 'w', url: warm },
      { id: 'c', url: cold },
    ])
    const id = await profileWith(stage.service, bare, { projectId: 'common' })
    expect((await unusableOf(id)).map(({ code }: { code: string }) => code)).toEqual(['frame_not_found'])
  })

  it('a frame that could not be scored does not count as scored', async () => {
    const other = await createProfile(stage.service, { projectId: 'failed' })
    await scoresOf(stage.service, other, [
      { id: 'w', url: 'data:,' },
      { id: 'c', url: cold },
    ])
    const id = await profileWith(stage.service, bare, { projectId: 'failed' })
    expect(await unusableOf(id)).toHaveLength(1)
  })

  it('a pinned picture stays when its id is scored again with another picture', async () => {
    const other = await createProfile(stage.service, { projectId: 'again' })
    const score = (w: string, c: string) =>
      scoresOf(stage.service, other, [
        { id: 'w', url: w },
        { id: 'c', url: c },
      ])
    await score(warm, cold)
    const id = await profileWith(stage.service, bare, { projectId: 'again' })
    expect(await scored(id)).toBe(asTaught)
    await score(cold, warm)
    expect(await scored(id)).toBe(asTaught)
    const later = await profileWith(stage.service, bare, { projectId: 'again' })
    expect(await scored(later)).toBeLessThan(asTaught)
  })

  it('an id that is scored after its first use is read by a refresh', async () => {
    const id = await profileWith(stage.service, bare, { projectId: 'late' })
    const before = await scored(id)
    await scoresOf(stage.service, id, [
      { id: 'w', url: warm },
      { id: 'c', url: cold },
    ])
    expect(await scored(id)).toBe(before)
    const refreshed = await stage.service.call('POST', `/v1/profiles/${id}/refresh`)
    expect(refreshed.body).toEqual({ pictures: 2, unusable: [] })
    expect(await scored(id)).toBe(asTaught)
  })
})
