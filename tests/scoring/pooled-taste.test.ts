import { createHash } from 'node:crypto'
import { pooledProfileBytesMax, pooledProfilesMax } from '@palate/server/taste/learning/pooled-tastes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { commitElements, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

const judged = 6

describe('a taste that starts from others', () => {
  let stage: Stage
  let [warm, cold]: [string[], string[]] = [[], []]
  let probe: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    const seeds = Array.from({ length: judged }, (_, i) => i + 1)
    warm = await Promise.all(seeds.map((seed) => stage.picture('warm', seed)))
    cold = await Promise.all(seeds.map((seed) => stage.picture('cold', seed)))
    probe = await stage.picture('cold', 99)
    await teach(stage.service, 'together', 3)
  })
  afterAll(() => stage.close())

  const labels = (likesCold: boolean, count = judged) => ({
    exemplars: [
      ...cold.slice(0, count).map((url, i) => ({ id: `c${i}`, url, label: likesCold ? 'good' : 'bad' })),
      ...warm.slice(0, count).map((url, i) => ({ id: `w${i}`, url, label: likesCold ? 'bad' : 'good' })),
    ],
  })

  /** Several profiles whose owners prefer cold pictures, scored once, so that their pictures are read. */
  async function teach(
    client: Client,
    projectId: string,
    count: number,
    judgements = judged,
  ): Promise<readonly string[]> {
    const ids = []
    for (let i = 0; i < count; i++) {
      const id = await profileWith(client, labels(true, judgements), { projectId })
      await scoreOf(client, id, probe)
      ids.push(id)
    }
    return ids
  }

  async function newScore(client: Client, projectId: string): Promise<number> {
    return scoreOf(client, await createProfile(client, { projectId }), probe)
  }

  it('expects of a new owner what the others of the project agree on', async () => {
    const alone = await newScore(stage.service, 'alone')
    expect(await newScore(stage.service, 'together')).toBeGreaterThan(alone)
  })

  it("never starts from another project's or another account's profiles", async () => {
    const client = stage.service
    const alone = await newScore(client, 'isolated')
    await teach(client.as(await client.newAccount()), 'isolated', 1)
    expect(await newScore(client, 'isolated')).toBe(alone)
    expect(await newScore(client, 'together')).not.toBe(alone)
  })

  it('does not start from profiles with fewer than ten judgements', async () => {
    const alone = await newScore(stage.service, 'beginners')
    await teach(stage.service, 'beginners', 1, 4)
    expect(await newScore(stage.service, 'beginners')).toBe(alone)
  })

  it('starts only from the newest profiles of the project', async () => {
    const client = stage.service
    const alone = await newScore(client, 'crowded')
    await teach(client, 'crowded', 1)
    const answer = { id: 'a', dimension: 'trust', question: 'Trustworthy?', answer: 'yes' }
    const addOther = () => profileWith(client, { constraints: [answer] }, { projectId: 'crowded' })
    for (let newer = 1; newer < pooledProfilesMax; newer++) await addOther()
    expect(await newScore(client, 'crowded')).not.toBe(alone)
    await addOther()
    expect(await newScore(client, 'crowded')).toBe(alone)
  })

  it('does not start from large profiles', async () => {
    const client = stage.service
    const alone = await newScore(client, 'large')
    const others = (bytes: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        ...{ id: `n${i}`, dimension: 'trust', question: 'Trustworthy?' },
        answer: noise(Math.round(bytes / 20), `${bytes} ${i}`),
      }))
    for (const [bytes, isLeftOut] of [
      [2 * pooledProfileBytesMax, true],
      [pooledProfileBytesMax / 2, false],
    ] as const) {
      const id = await profileWith(client, { ...labels(true), constraints: others(bytes) }, { projectId: 'large' })
      await scoreOf(client, id, probe)
      expect((await newScore(client, 'large')) === alone).toBe(isLeftOut)
    }
  })

  it('keeps its scores when others are added, taught or deleted', async () => {
    const client = stage.service
    const first = await createProfile(client, { projectId: 'pinned' })
    const before = await scoreOf(client, first, probe)
    const [one, other] = await teach(client, 'pinned', 2)
    const second = await createProfile(client, { projectId: 'pinned' })
    const begun = await scoreOf(client, second, probe)
    await commitElements(client, `${one}`, 'v2', labels(false))
    expect((await client.call('DELETE', `/v1/profiles/${other}`)).status).toBe(200)
    expect(await scoreOf(client, first, probe)).toBe(before)
    expect(await scoreOf(client, second, probe)).toBe(begun)
    expect(begun).not.toBe(before)
  })

  it('a profile that already has ten judgements has its own taste and starts from no other', async () => {
    const client = stage.service
    const alone = await scoreOf(client, await profileWith(client, labels(false), { projectId: 'lone-owner' }), probe)
    const together = await profileWith(client, labels(false), { projectId: 'together' })
    expect(await scoreOf(client, together, probe)).toBe(alone)
  })

  it('explains what the others contribute, and follows an owner who contradicts them', async () => {
    const client = stage.service
    const id = await createProfile(client, { projectId: 'together' })
    const body = { profile_id: id, frames: [{ id: 'f', url: probe }], dimensions: ['aesthetics'], explain: true }
    const answer = await client.call('POST', '/v1/score', { body })
    const { aesthetics, details } = answer.body.scores[0]
    const { prior, utility, learned } = details.aesthetics
    expect(prior.others).toBeGreaterThan(0)
    expect(learned.part).toBe(0)
    expect(utility).toBeCloseTo(prior.crowd + prior.others, 3)
    await commitElements(client, id, 'v1', labels(false))
    expect(await scoreOf(client, id, probe)).toBeLessThan(aesthetics - 0.1)
  })
})

it('PALATE_POOLED_TASTE=off: no profile starts from others', async () => {
  const stage = await openStage('sqlite', { PALATE_POOLED_TASTE: 'off' })
  try {
    const probe = await stage.picture('cold', 99)
    const exemplars = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => ({ id: `c${i}`, url: await stage.picture('cold', i), label: 'good' })),
    )
    const alone = await scoreOf(stage.service, await createProfile(stage.service, { projectId: 'p' }), probe)
    await scoreOf(stage.service, await profileWith(stage.service, { exemplars }, { projectId: 'p' }), probe)
    expect(await scoreOf(stage.service, await createProfile(stage.service, { projectId: 'p' }), probe)).toBe(alone)
  } finally {
    await stage.close()
  }
})

/** Incompressible text. */
function noise(length: number, seed: string): string {
  let text = ''
  for (let i = 0; text.length < length; i++) text += createHash('sha512').update(`${seed} ${i}`).digest('base64')
  return text.slice(0, length)
}
