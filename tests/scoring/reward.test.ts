import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { promptCharactersMax, rewardedFramesMax } from '@palate/core/taste/reward/reward.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { boundary, formOf } from '../frames/frame-requests.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'
import { commit, createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, type Mood, paint } from './pictures.ts'
import { scoresOf } from './scoring-service.ts'

describe('POST /v1/reward', () => {
  const service = useService('sqlite')
  let profile: string
  const frameOf = async (id: string, mood: Mood, seed: number) => ({ id, url: dataUrl(await paint({ mood, seed })) })
  const reward = (body: object) => service.call('POST', '/v1/reward', { body: { profile_id: profile, ...body } })

  beforeAll(async () => {
    profile = await createProfile(service)
    const exemplars = await Promise.all(
      (['warm', 'cold'] as const).flatMap((mood) =>
        [1, 2, 3, 4, 5, 6].map(async (seed) => ({
          id: `${mood}-${seed}`,
          label: mood === 'warm' ? 'good' : 'bad',
          imageData: dataUrl(await paint({ mood, seed })),
        })),
      ),
    )
    await commit(service, profile, { id: 'v1', snapshot: { constraints: [], exemplars, comparisons: [] } })
  })

  test('has the score of POST /v1/score, and rewards less than its log odds', async () => {
    const frames = [await frameOf('good', 'warm', 50), await frameOf('bad', 'cold', 51)]
    const { status, body, text } = await reward({ frames })
    expect(status, text).toBe(200)
    const scores = await scoresOf(service, profile, frames)
    expect(body.rewards.map(({ score }: { score: number }) => score)).toEqual(
      scores.map((score: { aesthetics: number }) => score.aesthetics),
    )
    const [good, bad] = body.rewards
    expect(good.reward).toBeGreaterThan(bad.reward)
    for (const { reward: value, score, novelty } of body.rewards) {
      expect(value).toBeLessThan(Math.log(score / (1 - score)))
      expect(novelty).toBeGreaterThanOrEqual(0)
    }
    expect(Object.keys(body)).toEqual(['rewards', 'latency_ms', 'model'])
  })

  test('what is unlike everything judged is rewarded less than its score says', async () => {
    const noise = { id: 'noise', url: dataUrl(await noisePng()) }
    const { body } = await reward({ frames: [noise, await frameOf('like', 'warm', 52)] })
    const penalties = body.rewards.map(
      ({ reward: value, score }: { reward: number; score: number }) => Math.log(score / (1 - score)) - value,
    )
    expect(penalties[0]).toBeGreaterThan(penalties[1])
  })

  test('rewards of a group are centred; a frame that cannot be scored keeps its place and moves nobody', async () => {
    const [a, b] = [await frameOf('a', 'warm', 53), await frameOf('b', 'cold', 54)]
    const alone = (await reward({ frames: [a, b] })).body.rewards
    const { body } = await reward({
      frames: [
        { ...a, group: 'one', prompt: 'a harbour' },
        { id: 'broken', url: 'data:image/png;base64,AAAA', group: 'one' },
        { ...b, group: 'one' },
        { ...b, id: 'b2' },
      ],
    })
    const half = (alone[0].reward - alone[1].reward) / 2
    expect(body.rewards[0].reward).toBeCloseTo(half, 3)
    expect(body.rewards[2].reward).toBeCloseTo(-half, 3)
    expect(body.rewards[3].reward).toBe(alone[1].reward)
    expect(body.rewards[1]).toMatchObject({ frame_id: 'broken', reward: null, score: null, novelty: null })
    expect(body.rewards[1].error.code).toBe('not_an_image')
  })

  test('pictures can be sent as the parts of a form', async () => {
    const bytes = await paint({ mood: 'warm', seed: 55 })
    const request = { profile_id: profile, frames: [{ id: 'a', url: 'part:a' }] }
    const { status, body, text } = await service.call('POST', '/v1/reward', {
      raw: formOf([
        { field: 'request', bytes: Buffer.from(JSON.stringify(request)) },
        { field: 'a', name: 'a.png', bytes },
      ]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expect(status, text).toBe(200)
    const inline = await reward({ frames: [{ id: 'a', url: dataUrl(bytes) }] })
    expect(body.rewards).toEqual(inline.body.rewards)
  })

  test('rewarded frames are neither recent nor suggested', async () => {
    const project = (await service.call('GET', `/v1/profiles/${profile}?snapshots=omit`)).body.projectId
    const recent = async () =>
      (await service.call('GET', `/v1/frames/recent?projectId=${project}`)).body.frames.map(
        ({ id }: { id: string }) => id,
      )
    await reward({ frames: [await frameOf('secret', 'warm', 56)] })
    await scoresOf(service, profile, [await frameOf('scored', 'warm', 57)])
    await expect.poll(recent).toContain('scored')
    expect(await recent()).not.toContain('secret')
  })

  test('refuses measured and unknown dimensions, too many frames, two states and long prompts', async () => {
    const frames = [await frameOf('a', 'warm', 58)]
    for (const dimension of ['brightness', 'nonsense']) {
      expectProblem(await reward({ frames, dimension }), 422, 'unknown_dimension')
    }
    expect((await reward({ frames, dimension: 'likeness' })).status).toBe(200)
    const many = (count: number) => Array.from({ length: count }, () => ({ id: 'f', url: 'frame:none' }))
    expect((await reward({ frames: many(rewardedFramesMax) })).body.rewards).toHaveLength(rewardedFramesMax)
    expectProblem(await reward({ frames: many(rewardedFramesMax + 1) }), 422, 'too_many_frames')
    expectInvalidAt(await reward({ frames: [] }), '/frames')
    expectInvalidAt(await reward({ frames, version_id: 'v', branch_id: 'main' }), '/version_id')
    const prompted = (length: number) =>
      reward({ frames: frames.map((frame) => ({ ...frame, prompt: 'x'.repeat(length) })) })
    expect((await prompted(promptCharactersMax)).status).toBe(200)
    expectInvalidAt(await prompted(promptCharactersMax + 1), '/frames/0/prompt')
  })

  test('a profile without judgements rewards by what people like in general', async () => {
    const body = { profile_id: await createProfile(service), frames: [await frameOf('a', 'warm', 59)] }
    const { rewards } = (await service.call('POST', '/v1/reward', { body })).body
    expect(rewards[0].reward).toBeTypeOf('number')
    expect(rewards[0].novelty).toBe(0)
  })
})

function noisePng(): Promise<Buffer> {
  const random = seededRandom(1)
  const pixels = Uint8Array.from({ length: 96 * 64 * 3 }, () => Math.floor(256 * random()))
  return sharp(pixels, { raw: { width: 96, height: 64, channels: 3 } })
    .png()
    .toBuffer()
}
