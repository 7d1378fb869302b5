import { attributes } from '@palate/core/taste/attributes.ts'
import { reservedNames } from '@palate/core/taste/scoring-schema.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { change, createProfile } from '../profiles/profile-requests.ts'
import { dataUrl } from './pictures.ts'
import {
  askScore,
  commitElements,
  diagnose,
  openStage,
  profileWith,
  type Stage,
  scoreOf,
  scoresOf,
} from './scoring-service.ts'

interface Listed {
  readonly name: string
  readonly kind: string
  readonly description: string
}

describe('dimensions', () => {
  let stage: Stage
  let plain: string
  let warm: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    plain = await createProfile(stage.service)
    warm = await stage.picture('warm', 1)
  })
  afterAll(() => stage.close())

  async function list(profileId?: string): Promise<readonly Listed[]> {
    const query = profileId === undefined ? '' : `?profile_id=${profileId}`
    const { status, body, text } = await stage.service.call('GET', `/v1/dimensions${query}`)
    expect(status, text).toBe(200)
    expect(Object.keys(body)).toEqual(['dimensions'])
    return body.dimensions
  }
  const namesOf = async (profileId?: string) => (await list(profileId)).map(({ name }) => name)
  const ask = (profile_id: string, dimensions: readonly string[]) =>
    askScore(stage.service, { profile_id, dimensions, frames: [{ id: 'a', url: warm }] })
  const exemplar = (id: string, url: string, label: string, dimension: string) => ({ id, url, label, dimension })

  it('GET /v1/dimensions lists aesthetics, likeness, usability and the measured attributes', async () => {
    const dimensions = await list()
    expect(dimensions.filter(({ kind }) => kind === 'learned').map(({ name }) => name)).toEqual([
      'aesthetics',
      'likeness',
      'usability',
    ])
    expect(dimensions.filter(({ kind }) => kind === 'attribute').map(({ name }) => name)).toEqual(
      attributes.map(({ name }) => name),
    )
    for (const one of dimensions) {
      expect(one).toEqual({ name: one.name, kind: expect.any(String), description: expect.stringMatching(/.+/) })
    }
  })

  it('with profile_id it also lists the dimensions that its elements name, each once, as learned', async () => {
    const id = await profileWith(stage.service, {
      constraints: [{ id: 'c', question: 'q', answer: 'warm', dimension: 'cosiness' }],
      exemplars: [exemplar('e1', warm, 'good', 'trust'), exemplar('e2', warm, 'bad', 'trust')],
      comparisons: [{ id: 'p', frameA: 'e1', frameB: 'x', winner: 'x', dimension: 'freshness' }],
    })
    const own = (await list(id)).filter(({ name }) => ['cosiness', 'freshness', 'trust'].includes(name))
    expect(own.map(({ name, kind }) => [name, kind])).toEqual([
      ['cosiness', 'learned'],
      ['freshness', 'learned'],
      ['trust', 'learned'],
    ])
    expect((await list(id)).length).toBe((await list()).length + 3)
  })

  it('with profile_id it also lists dimensions that only working changes name, because include_working scores them', async () => {
    const id = await profileWith(stage.service, { exemplars: [exemplar('e', warm, 'good', 'trust')] })
    await change(stage.service, id, { workingChanges: { exemplars: [exemplar('f', warm, 'good', 'novelty')] } })
    expect((await list(id)).map(({ name }) => name)).toEqual(expect.arrayContaining(['trust', 'novelty']))
  })

  it('an unknown profile is 404', async () => {
    const { call } = stage.service
    expectProblem(await call('GET', '/v1/dimensions?profile_id=prof_x'), 404, 'profile_not_found')
  })

  it('an unknown dimension is 422 unknown_dimension, with the known ones in detail', async () => {
    const id = await profileWith(stage.service, { exemplars: [exemplar('e', warm, 'good', 'trust')] })
    const { detail } = expectProblem(await ask(id, ['aesthetics', 'beauty']), 422, 'unknown_dimension')
    expect(detail).toContain('beauty')
    for (const name of await namesOf(id)) expect(detail).toContain(name)
    expect(await namesOf(id)).toContain('trust')
  })

  it('a dimension that another profile names is unknown to this one', async () => {
    await profileWith(stage.service, { exemplars: [exemplar('e', warm, 'good', 'elsewhere')] })
    const { detail } = expectProblem(await ask(plain, ['elsewhere']), 422, 'unknown_dimension')
    expect(detail).not.toMatch(/known ones are .*elsewhere/)
  })

  it.each(reservedNames)('the response member %s is not a dimension, even if an element names it', async (name) => {
    const id = await profileWith(stage.service, { exemplars: [exemplar('e', warm, 'good', name)] })
    expect(await namesOf(id)).toEqual(await namesOf())
    expectProblem(await ask(id, [name]), 422, 'unknown_dimension')
  })

  it('a dimension that only working changes name is known only with include_working', async () => {
    const id = await createProfile(stage.service)
    await change(stage.service, id, { workingChanges: { exemplars: [exemplar('e', warm, 'good', 'draft')] } })
    expectProblem(await ask(id, ['draft']), 422, 'unknown_dimension')
    expect(await scoreOf(stage.service, id, warm, { dimension: 'draft', include_working: true })).toBeGreaterThan(0.5)
  })

  it('a dimension disappears with the elements that name it', async () => {
    const id = await profileWith(stage.service, { exemplars: [exemplar('e', warm, 'good', 'trust')] })
    await commitElements(stage.service, id, 'v2', {})
    expectProblem(await ask(id, ['trust']), 422, 'unknown_dimension')
    expect(await scoreOf(stage.service, id, warm, { dimension: 'trust', version_id: 'v1' })).toBeGreaterThan(0.5)
  })

  it('the score of an attribute is the measurement itself, whatever the profile says', async () => {
    const id = await profileWith(stage.service, {
      constraints: [{ id: 'c', question: 'Mood?', answer: 'dark and cold' }],
      exemplars: [exemplar('e', warm, 'bad', 'warmth')],
    })
    const names = attributes.map(({ name }) => name)
    const frames = [warm, await stage.picture('grey', 3), await stage.picture('cold', 3)].map((url, i) => ({
      id: `f${i}`,
      url,
    }))
    const taught = await scoresOf(stage.service, id, frames, { dimensions: names })
    expect(taught).toEqual(await scoresOf(stage.service, plain, frames, { dimensions: names }))
    expect(taught[0].warmth).toBeGreaterThan(0.75)
    expect(taught[0].blues).toBe(0)
    expect(taught[1].warmth).toBeCloseTo(0.5, 1)
  })

  it('the measurements of pictures with known attributes are correct', async () => {
    const plainColour = async (background: string) =>
      dataUrl(
        await sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      )
    const frames = [
      { id: 'white', url: await plainColour('#fff') },
      { id: 'black', url: await plainColour('#000') },
    ]
    const dimensions = ['brightness', 'contrast', 'colourfulness', 'shadows', 'symmetry', 'white_space']
    expect(await scoresOf(stage.service, plain, frames, { dimensions })).toEqual([
      { frame_id: 'white', brightness: 1, contrast: 0, colourfulness: 0, shadows: 0, symmetry: 0.592, white_space: 1 },
      { frame_id: 'black', brightness: 0, contrast: 0, colourfulness: 0, shadows: 1, symmetry: 0.592, white_space: 1 },
    ])
  })

  it('a custom dimension is learned only from its own elements, and affects no other', async () => {
    const pictures = await Promise.all(
      [11, 12, 13].flatMap((seed) => [stage.picture('warm', seed), stage.picture('cold', seed)]),
    )
    const exemplars = pictures.map((url, i) => exemplar(`e${i}`, url, i % 2 === 0 ? 'bad' : 'good', 'freshness'))
    const id = await profileWith(stage.service, { exemplars })
    const [newWarm, newCold] = [await stage.picture('warm', 14), await stage.picture('cold', 14)]
    const freshness = (url: string) => scoreOf(stage.service, id, url, { dimension: 'freshness' })
    expect(await freshness(newCold)).toBeGreaterThan(0.55)
    expect(await freshness(newWarm)).toBeLessThan(0.45)
    for (const dimension of ['aesthetics', 'usability']) {
      const score = await scoreOf(stage.service, id, newWarm, { dimension })
      expect(score).toBe(await scoreOf(stage.service, plain, newWarm, { dimension }))
    }
    expect((await diagnose(stage.service, id)).dimensions.map(({ name }: Listed) => name)).toEqual(['freshness'])
  })

  it('elements of the dimension usability add to its built-in model', async () => {
    const exemplars = await Promise.all(
      [21, 22, 23].map(async (seed) => exemplar(`e${seed}`, await stage.picture('warm', seed), 'good', 'usability')),
    )
    const id = await profileWith(stage.service, { exemplars })
    const url = await stage.picture('warm', 24)
    const usability = (profile: string) => scoreOf(stage.service, profile, url, { dimension: 'usability' })
    expect(await usability(id)).toBeGreaterThan(await usability(plain))
  })
})
