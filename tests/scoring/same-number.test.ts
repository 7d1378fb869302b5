import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHome, type Home, startService } from '../harness/service.ts'
import { change, patch, succeed } from '../profiles/profile-requests.ts'
import type { Mood } from './pictures.ts'
import {
  commitElements,
  type Frame,
  loopbackAllowed,
  openStage,
  profileWith,
  type Stage,
  scoreOf,
  scoresOf,
} from './scoring-service.ts'

const dimensions = ['aesthetics', 'usability', 'trust', 'clutter']

/** The same version, frame bytes and dimension always give the same number. */
describe('the same number', () => {
  let stage: Stage
  let home: Home
  let id: string
  let frames: readonly Frame[]
  let first: readonly object[]
  beforeAll(async () => {
    home = await createHome('sqlite')
    stage = await openStage('sqlite', {}, home)
    id = await profileWith(stage.service, await elements(stage), { seed: 'warm and calm' })
    frames = await Promise.all(
      (['warm', 'cold', 'grey'] as const).map(async (mood) => ({ id: mood, url: await stage.picture(mood, 30) })),
    )
    first = await scoresOf(stage.service, id, frames, { dimensions })
  })
  afterAll(async () => {
    await stage.close()
    await home.remove()
  })

  /** Labels, comparisons and constraints of two dimensions. */
  async function elements({ picture }: Stage) {
    const exemplar = async (mood: Mood, seed: number, label: string) => ({
      id: `${mood} ${seed}`,
      url: await picture(mood, seed),
      label,
      ...(seed > 2 && { dimension: 'trust' }),
    })
    return {
      constraints: [{ id: 'c', question: 'How busy?', answer: 'not too busy' }],
      exemplars: await Promise.all(
        [1, 2, 3, 4].flatMap((seed) => [exemplar('warm', seed, 'good'), exemplar('cold', seed, 'bad')]),
      ),
      comparisons: [{ id: 'p', frameA: 'warm 1', frameB: 'cold 2', winner: 'warm 1' }],
    }
  }
  const again = () => scoresOf(stage.service, id, frames, { dimensions })

  it('on every processor, to the four returned decimals', () => {
    // `Math.exp` may differ in its last bit between processors, which is far below the fourth decimal.
    expect(first).toEqual([
      { frame_id: 'warm', aesthetics: 0.8021, usability: 0.5032, trust: 0.6771, clutter: 0.1136 },
      { frame_id: 'cold', aesthetics: 0.2185, usability: 0.5021, trust: 0.3257, clutter: 0.1242 },
      { frame_id: 'grey', aesthetics: 0.5229, usability: 0.5016, trust: 0.4655, clutter: 0.0832 },
    ])
  })

  it('for the same request', async () => {
    expect(await again()).toEqual(first)
  })

  it('whatever other frames are in the request, and in whatever order', async () => {
    const others = await Promise.all(
      [41, 42, 43].map(async (s) => ({ id: `${s}`, url: await stage.picture('warm', s) })),
    )
    const mixed = [...others, ...frames.toReversed(), ...others, { id: 'bad', url: 'data:,' }]
    const scores = await scoresOf(stage.service, id, mixed, { dimensions })
    expect(scores.slice(3, 6).toReversed()).toEqual(first)
  })

  it('whatever other dimensions are requested, and whether it is explained', async () => {
    for (const [i, { url }] of frames.entries()) {
      for (const dimension of dimensions) {
        expect({ [dimension]: await scoreOf(stage.service, id, url, { dimension }) }).toEqual(
          expect.objectContaining({
            [dimension]: Object.entries(first[i] ?? {}).find(([name]) => name === dimension)?.[1],
          }),
        )
      }
    }
    const explained = await scoresOf(stage.service, id, frames, { dimensions, explain: true })
    expect(explained).toEqual(first.map((score) => expect.objectContaining(score)))
  })

  it('under load, with many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, again))
    for (const scores of answers) expect(scores).toEqual(first)
  })

  it('for a version after later commits, and after its seed has changed', async () => {
    const other = await profileWith(stage.service, await elements(stage), { seed: 'warm and calm' })
    succeed(await patch(stage.service, other, { seed: 'cold, loud and crowded' }))
    await change(stage.service, other, {
      workingChanges: { constraints: [{ id: 'w', question: 'q', answer: 'dark' }] },
    })
    await commitElements(stage.service, other, 'v2', {
      exemplars: [{ id: 'x', url: await stage.picture('grey', 1), label: 'bad', dimension: 'trust' }],
    })
    expect(await scoresOf(stage.service, other, frames, { dimensions, version_id: 'v1' })).toEqual(first)
    expect(await scoresOf(stage.service, other, frames, { dimensions })).not.toEqual(first)
  })

  it('for an equal profile, made by export and import', async () => {
    const document = (await stage.service.call('GET', `/v1/profiles/${id}/export`)).body
    const body = { ...document, name: 'A copy' }
    const made = await stage.service.call('POST', '/v1/profiles/import', { body })
    expect(made.status, made.text).toBe(201)
    expect(await scoresOf(stage.service, made.body.id, frames, { dimensions })).toEqual(first)
  })

  it('from another process on the same store, and after a restart', async () => {
    const beside = await startService('sqlite', loopbackAllowed, home)
    expect(await scoresOf(beside, id, frames, { dimensions })).toEqual(first)
    await beside.stop()
  })

  it('with the other store', async () => {
    const elsewhere = await openStage('postgres')
    const other = await profileWith(elsewhere.service, await elements(elsewhere), { seed: 'warm and calm' })
    const same = await Promise.all(
      (['warm', 'cold', 'grey'] as const).map(async (mood) => ({ id: mood, url: await elsewhere.picture(mood, 30) })),
    )
    const before = await scoresOf(elsewhere.service, other, same, { dimensions })
    await elsewhere.close()
    expect(before).toEqual(first)
  })
})
