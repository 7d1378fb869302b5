import { standInsMax } from '@palate/core/taste/judgements/missing-side.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../frames/frame-requests.ts'
import { startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { paint } from './pictures.ts'
import {
  commitElements,
  diagnose,
  loopbackAllowed,
  openStage,
  profileWith,
  type Stage,
  scoreOf,
} from './scoring-service.ts'

const good = 4
/** Each profile starts alone. */
const withoutOthers = { PALATE_POOLED_TASTE: 'off' }

describe('a profile with good exemplars alone', () => {
  let stage: Stage
  let [warm, cold]: [string[], string[]] = [[], []]
  let probe: string
  beforeAll(async () => {
    stage = await openStage('sqlite', withoutOthers)
    warm = await Promise.all(Array.from({ length: good }, (_, i) => stage.picture('warm', i + 1)))
    cold = await Promise.all([1, 2, 3].map((seed) => stage.picture('cold', seed)))
    probe = await stage.picture('cold', 99)
  })
  afterAll(() => stage.close())

  const exemplars = () => warm.map((url, i) => ({ id: `w${i}`, url, label: 'good' }))
  const inProject = (projectId: string, elements: object = { exemplars: exemplars() }) =>
    profileWith(stage.service, elements, { projectId })

  async function fill(project: string, seeds: readonly number[]): Promise<readonly string[]> {
    const ids: string[] = []
    for (const seed of seeds) {
      const answer = await upload(stage.service, await paint({ mood: 'cold', seed }), { project })
      ids.push(answer.body.id)
    }
    return ids
  }

  it('expects that most frames of the library would be called bad', async () => {
    const alone = await scoreOf(stage.service, await inProject('empty'), probe)
    await fill('full', numbers(standInsMax))
    expect(await scoreOf(stage.service, await inProject('full'), probe)).toBeLessThan(alone - 0.1)
  })

  it('without a library, its diagnostics and brief advise to add bad ones', async () => {
    const advice = /^Add a few you do not like/
    const [dimension] = (await diagnose(stage.service, await inProject('advised'))).dimensions
    expect(dimension.advice).toMatch(advice)
    const briefOf = async (projectId: string) =>
      (await stage.service.call('GET', `/v1/profiles/${await inProject(projectId)}/brief?format=json`)).body
    expect((await briefOf('advised')).advice).toMatch(advice)
    await fill('stocked', numbers(3))
    expect((await briefOf('stocked')).advice).toBeUndefined()
  })

  it('keeps its scores when frames are added to the library or deleted from it', async () => {
    const [first = ''] = await fill('growing', numbers(4))
    const profile = await inProject('growing')
    const before = await scoreOf(stage.service, profile, probe)
    await fill('growing', numbers(standInsMax + 2).slice(4))
    expect((await stage.service.call('DELETE', `/api/frames?id=${first}`)).status).toBe(200)
    expect(await scoreOf(stage.service, profile, probe)).toBe(before)
    const other = await startService('sqlite', { ...loopbackAllowed, ...withoutOthers }, stage.service.home)
    expect(await scoreOf(other.as(stage.service.key), profile, probe)).toBe(before)
    await other.stop()
    // Other judged pictures have frames of their own.
    await commitElements(stage.service, profile, 'v2', { exemplars: exemplars().slice(1) })
    expect(await scoreOf(stage.service, profile, probe)).not.toBe(before)
    expect(await scoreOf(stage.service, profile, probe, { version_id: 'v1' })).toBe(before)
  })

  it('with labels of both sides, or without labels, the library does not count', async () => {
    await fill('taught', numbers(12).slice(3))
    const both = {
      exemplars: [...exemplars(), ...cold.slice(0, 3).map((url, i) => ({ id: `c${i}`, url, label: 'bad' }))],
    }
    const score = async (projectId: string) => scoreOf(stage.service, await inProject(projectId, both), probe)
    expect(await score('taught')).toBe(await score('untaught'))
    const untouched = async (projectId: string) =>
      scoreOf(stage.service, await createProfile(stage.service, { projectId }), probe)
    expect(await untouched('taught')).toBe(await untouched('untaught'))
  })
})

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i + 1)
}
