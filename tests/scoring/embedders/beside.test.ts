import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { asScore } from '@palate/core/taste/score.ts'
import { decodePicture, forAttributes, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHome, type Home, startService, type TestService } from '../../harness/service.ts'
import { createProfile } from '../../profiles/profile-requests.ts'
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

async function builtinFeatures(bytes: Uint8Array) {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const picture = await decodePicture(bytes, embedder.picture)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  await embedder.close()
  return { embedding, attributes: measureAttributes(forAttributes(picture)) }
}
