import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { asScore } from '@palate/core/taste/score.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { decodePicture, forAttributes, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { openStore } from '@palate/server/store/open.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHome, type Home, startService, type TestService } from '../../harness/service.ts'
import { createProfile } from '../../profiles/profile-requests.ts'
import { startEmbeddingEndpoint } from '../embedding-endpoint.ts'
import { dataUrl, paint } from '../pictures.ts'
import { profileWith, scoreOf, scoresOf } from '../scoring-service.ts'
import { writeSmallModel } from './small-model.ts'

describe('with another embedder', () => {
  let home: Home
  let service: TestService
  let env: Record<string, string>
  let warm: string
  beforeAll(async () => {
    warm = dataUrl(await paint({ mood: 'warm', seed: 1 }))
    env = { PALATE_EMBEDDER: `onnx:${await writeSmallModel({ card: { mean: 0, deviation: 1 } })}` }
    home = await createHome('sqlite')
    service = await startService('sqlite', env, home)
  })
  afterAll(async () => {
    await service.stop()
    await home.remove()
  })

  it('a profile without judgements has the same scores as with the built-in embedder', async () => {
    const dimensions = ['aesthetics', 'usability', 'clutter']
    const [score] = await scoresOf(service, await createProfile(service, { seed: null }), [{ id: 'a', url: warm }], {
      dimensions,
    })
    const builtin = await builtinFeatures(await paint({ mood: 'warm', seed: 1 }))
    const learner = createLearner(openBuiltinPrior({ kind: 'builtin' }))
    const predict = (dimension: string) =>
      asScore(learner.predict(learner.learn(fitInputOf(dimension, undefined, new Map(), null)), builtin))
    expect(score).toEqual({
      frame_id: 'a',
      aesthetics: predict('aesthetics'),
      usability: predict('usability'),
      clutter: asScore(builtin.attributes.clutter),
    })
    expect(score.aesthetics).not.toBe(0.5)
  })

  it('likeness comes from the other embedder, and scores are the same after a restart', async () => {
    const url = async (mood: 'warm' | 'cold', seed: number) => dataUrl(await paint({ mood, seed }))
    const exemplars = [
      { id: 'good', url: await url('warm', 2), label: 'good' },
      { id: 'bad', url: await url('cold', 3), label: 'bad' },
    ]
    const [plain, taught] = [await createProfile(service), await profileWith(service, { exemplars })]
    const gain = async (frame: string) =>
      (await scoreOf(service, taught, frame)) - (await scoreOf(service, plain, frame))
    expect(await gain(warm)).toBeGreaterThan(await gain(await url('cold', 4)))
    const frames = [{ id: 'a', url: warm }]
    const more = { dimensions: ['aesthetics', 'usability'], explain: true }
    const before = await scoresOf(service, taught, frames, more)
    await service.stop()
    service = await startService('sqlite', env, home)
    expect(await scoresOf(service, taught, frames, more)).toEqual(before)
  })
})

describe('without the prior', () => {
  it('an HTTP embedder needs no built-in one: scores start from the wishes, and learn from judgements', async () => {
    const endpoint = await startEmbeddingEndpoint()
    const home = await createHome('sqlite')
    const service = await startService('sqlite', { PALATE_EMBEDDER: `${endpoint.setting}&prior=off` }, home)
    const bytes = await paint({ mood: 'warm', seed: 1 })
    const dimensions = ['aesthetics', 'usability', 'clutter', 'likeness']
    const of = async (profile: string) =>
      (await scoresOf(service, profile, [{ id: 'a', url: dataUrl(bytes) }], { dimensions }))[0]
    const { attributes } = await builtinFeatures(bytes)
    const learner = createLearner(undefined)
    const usability = learner.predict(learner.learn(fitInputOf('usability', undefined, new Map(), null)), {
      embedding: new Float32Array(8),
      attributes,
    })
    const plain = await createProfile(service, { seed: null })
    expect(await of(plain)).toMatchObject({
      aesthetics: 0.5,
      usability: asScore(usability),
      clutter: asScore(attributes.clutter),
    })
    const taught = await profileWith(service, { exemplars: [{ id: 'good', url: dataUrl(bytes), label: 'good' }] })
    expect((await of(taught)).aesthetics).toBeGreaterThan(0.5)
    expect((await of(taught)).likeness).toBeGreaterThan(0.5)
    await service.stop()
    const store = await openStore(readConfig(home.env))
    const rows = await store.read.selectFrom('features').select('embedding').execute()
    expect(rows.map(({ embedding }) => embedding.byteLength)).toEqual([8 * 4])
    await store.close()
    await home.remove()
    await endpoint.close()
  })
})

async function builtinFeatures(bytes: Uint8Array) {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const picture = await decodePicture(bytes, embedder.picture)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  await embedder.close()
  return { embedding, attributes: measureAttributes(forAttributes(picture)) }
}
