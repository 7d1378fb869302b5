import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { succeed } from '../profiles/profile-requests.ts'
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from '../scoring/embedding-endpoint.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { askScore, loopbackAllowed, openStage, profileWith, type Stage, scoresOf } from '../scoring/scoring-service.ts'
import { warmProfile } from './judged-profile.ts'

const options = { dimensions: ['aesthetics', 'warmth'], verdict: true, regions: true }

/** A warm picture with a cold square in one of its sixteen cells. */
async function withColdCell(cell: number): Promise<string> {
  const side = 240
  const warm = sharp(await paint({ mood: 'warm', seed: 1 })).resize(side, side, { fit: 'cover' })
  const input = await sharp(await paint({ mood: 'cold', seed: 1 }))
    .resize(side / 4, side / 4, { fit: 'cover' })
    .png()
    .toBuffer()
  const place = { left: (cell % 4) * (side / 4), top: Math.floor(cell / 4) * (side / 4) }
  return dataUrl(
    await warm
      .composite([{ input, ...place }])
      .png()
      .toBuffer(),
  )
}

describe('regions', () => {
  let stage: Stage
  let id: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    id = await warmProfile(stage)
  })
  afterAll(() => stage.close())

  it.each([0, 6, 13])('say that cell %i pulls the score down, and leave everything else as it is', async (cell) => {
    const frames = [{ id: 'spotted', url: await withColdCell(cell) }]
    const [{ regions, ...rest }] = await scoresOf(stage.service, id, frames, options)
    const { effects, words, ...shape } = regions.aesthetics
    expect(shape).toEqual({ rows: 4, columns: 4 })
    expect(effects).toHaveLength(16)
    expect(effects.indexOf(Math.min(...effects))).toBe(cell)
    expect(Math.min(...effects)).toBeLessThan(-0.01)
    expect(words).toMatch(/^mostly the [a-z ]+: cool$/)
    expect(Object.keys(regions)).toEqual(options.dimensions)
    expect(regions.warmth.effects.indexOf(Math.min(...regions.warmth.effects))).toBe(cell)
    const [plain] = await scoresOf(stage.service, id, frames, { ...options, regions: false })
    expect(rest).toEqual(plain)
    const [explained] = await scoresOf(stage.service, id, frames, { ...options, verdict: false, explain: true })
    expect(explained.regions.warmth).toEqual(regions.warmth)
    expect(explained.regions.aesthetics.effects).toEqual(effects)
  })

  it('follow the proportions of the picture, and are the same in lines and in batches', async () => {
    const wide = await sharp(await paint({ mood: 'cold', seed: 2 }))
      .resize(320, 180, { fit: 'cover' })
      .png()
      .toBuffer()
    const frames = [
      { id: 'wide', url: dataUrl(wide) },
      { id: 'gone', url: stage.host.url('gone.png') },
    ]
    const [{ regions }, gone] = await scoresOf(stage.service, id, frames, options)
    expect(regions.aesthetics).toMatchObject({ rows: 4, columns: 7 })
    expect(regions.aesthetics.effects).toHaveLength(28)
    expect(gone).not.toHaveProperty('regions')
    const body = { profile_id: id, frames, ...options }
    for (const path of ['/v1/score', '/v1/score/batch']) {
      const headers = { accept: 'application/x-ndjson' }
      const { text } = succeed(await stage.service.call('POST', path, { body, headers }))
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.find(({ type }) => type === 'score').regions).toEqual(regions)
    }
  })

  it.each(['/v1/score', '/v1/score/batch'])('need %s to explain or to judge at most 50 frames', async (path) => {
    const url = dataUrl(await paint({ mood: 'warm', seed: 1 }))
    const frames = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, url }))
    const ask = (body: object) =>
      stage.service.call('POST', path, { body: { profile_id: id, dimensions: ['aesthetics'], regions: true, ...body } })
    expectInvalidAt(await ask({ frames: frames(1) }), '/regions')
    expectProblem(await ask({ frames: frames(51), verdict: true }), 422, 'too_many_frames')
    expectInvalidAt(await ask({ frames: frames(1), verdict: true, regions: 1 }), '/regions')
    succeed(await ask({ frames: frames(50), verdict: true }))
  })

  it('have a reserved name', async () => {
    const frames = [{ id: 'a', url: dataUrl(await paint({ mood: 'warm', seed: 1 })) }]
    const named = { exemplars: [{ id: 'e', label: 'good', url: frames[0]?.url, dimension: 'regions' }] }
    const profile = await profileWith(stage.service, named)
    const refused = await askScore(stage.service, { profile_id: profile, frames, dimensions: ['regions'] })
    expectProblem(refused, 422, 'unknown_dimension')
  })
})

describe('with an embedder over HTTP', () => {
  let stage: Stage
  let endpoint: EmbeddingEndpoint
  beforeAll(async () => {
    endpoint = await startEmbeddingEndpoint()
    stage = await openStage('sqlite', { ...loopbackAllowed, PALATE_EMBEDDER: endpoint.setting })
  })
  afterAll(async () => {
    await stage.close()
    await endpoint.close()
  })

  it('the copies are read there, and not again', async () => {
    const id = await warmProfile(stage, 4)
    const frames = [{ id: 'a', url: await withColdCell(5) }]
    await scoresOf(stage.service, id, frames, options)
    endpoint.forget()
    const fresh = [{ id: 'b', url: await withColdCell(6) }]
    const more = { ...options, verdict: false, explain: true }
    const [{ regions }] = await scoresOf(stage.service, id, fresh, more)
    expect(regions.warmth.effects.indexOf(Math.min(...regions.warmth.effects))).toBe(6)
    const { embedded: count } = endpoint
    expect(count).toBeGreaterThanOrEqual(17)
    expect((await scoresOf(stage.service, id, fresh, more))[0].regions).toEqual(regions)
    expect(endpoint.embedded).toBe(count)
  })
})
