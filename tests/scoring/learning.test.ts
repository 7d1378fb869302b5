import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from './pictures.ts'
import { openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

const seeds = [1, 2, 3, 4] as const

describe('what a profile learns', () => {
  let stage: Stage
  let plain: string
  let newWarm: string
  let newCold: string
  let warm: readonly string[]
  let cold: readonly string[]
  beforeAll(async () => {
    stage = await openStage('sqlite')
    plain = await createProfile(stage.service)
    warm = await Promise.all(seeds.map((seed) => stage.picture('warm', seed)))
    cold = await Promise.all(seeds.map((seed) => stage.picture('cold', seed)))
    newWarm = await stage.picture('warm', 50)
    newCold = await stage.picture('cold', 50)
  })
  afterAll(() => stage.close())

  const labelled = (good: readonly string[], bad: readonly string[]) => ({
    exemplars: [
      ...good.map((url, i) => ({ id: `good ${i}`, url, label: 'good' })),
      ...bad.map((url, i) => ({ id: `bad ${i}`, url, label: 'bad' })),
    ],
  })
  const compared = (better: readonly string[], worse: readonly string[]) => ({
    comparisons: better.map((url, i) => ({
      id: `p${i}`,
      frameA: { id: `b${i}`, url },
      frameB: { id: `w${i}`, url: worse[i] },
      winner: `b${i}`,
    })),
  })
  const scored = async (id: string) => ({
    warm: await scoreOf(stage.service, id, newWarm),
    cold: await scoreOf(stage.service, id, newCold),
  })
  const taught = async (elements: object) => scored(await profileWith(stage.service, elements))

  it('with warm pictures good and cold ones bad it scores a new warm one above a new cold one', async () => {
    const { warm: high, cold: low } = await taught(labelled(warm, cold))
    expect(high).toBeGreaterThan(low + 0.1)
    expect(high).toBeGreaterThan(0.5)
    expect(low).toBeLessThan(0.5)
  })

  it('with warm pictures bad and cold ones good it scores them the other way round', async () => {
    const { warm: low, cold: high } = await taught(labelled(cold, warm))
    expect(high).toBeGreaterThan(low + 0.1)
    expect(high).toBeGreaterThan(0.5)
    expect(low).toBeLessThan(0.5)
  })

  it('comparisons alone are enough to learn, in both directions', async () => {
    const [likesWarm, likesCold] = [await taught(compared(warm, cold)), await taught(compared(cold, warm))]
    expect(likesWarm.warm).toBeGreaterThan(likesWarm.cold)
    expect(likesCold.cold).toBeGreaterThan(likesCold.warm)
  })

  it('a tie between warm and cold favours neither', async () => {
    const ties = compared(warm, cold).comparisons.map((one) => ({ ...one, winner: 'tie' }))
    const before = await scored(plain)
    const after = await taught({ comparisons: ties })
    expect(Math.abs(after.warm - after.cold)).toBeLessThanOrEqual(Math.abs(before.warm - before.cold) + 0.02)
  })

  it('constraints alone move scores', async () => {
    const saying = (answer: string) => taught({ constraints: [{ id: 'c', question: 'Which colours?', answer }] })
    const [wantsWarm, wantsCold, before] = [await saying('very warm'), await saying('very cold'), await scored(plain)]
    expect(wantsWarm.warm).toBeGreaterThan(before.warm)
    expect(wantsWarm.cold).toBeLessThan(before.cold)
    expect(wantsCold.warm).toBeLessThan(before.warm)
    expect(wantsCold.cold).toBeGreaterThan(before.cold)
  })

  it('the seed alone moves scores', async () => {
    const id = await createProfile(stage.service, { seed: 'Very warm colours' })
    expect((await scored(id)).warm).toBeGreaterThan((await scored(plain)).warm)
  })

  it('an answer that says nothing about attributes changes no score', async () => {
    const constraints = [{ id: 'c', question: 'Who is it for?', answer: 'accountants' }]
    expect(await taught({ constraints })).toEqual(await scored(plain))
  })

  it('a larger weight moves scores further, and a weight of 0 not at all', async () => {
    const [one] = labelled(warm.slice(0, 1), []).exemplars
    const weighed = async (weight: number) => (await taught({ exemplars: [{ ...one, weight }] })).warm
    const before = await scored(plain)
    const [none, light, heavy] = [await weighed(0), await weighed(0.5), await weighed(5)]
    expect(none).toBe(before.warm)
    expect(light).toBeGreaterThan(before.warm)
    expect(heavy).toBeGreaterThan(light)
  })

  it('imageData is learned from like url: as a data URL and as bare base64', async () => {
    const bytes = await paint({ mood: 'warm', seed: 1 })
    const exemplar = { id: 'e', label: 'good' }
    const [address, data, bare] = [
      await taught({ exemplars: [{ ...exemplar, url: warm[0] }] }),
      await taught({ exemplars: [{ ...exemplar, imageData: dataUrl(bytes) }] }),
      await taught({ exemplars: [{ ...exemplar, imageData: bytes.toString('base64') }] }),
    ]
    expect(data).toEqual(address)
    expect(bare).toEqual(address)
    expect(address.warm).toBeGreaterThan((await scored(plain)).warm)
  })

  it('an element without dimension belongs to aesthetics', async () => {
    const without = labelled(warm, cold)
    const named = { exemplars: without.exemplars.map((one) => ({ ...one, dimension: 'aesthetics' })) }
    expect(await taught(without)).toEqual(await taught(named))
  })

  it('an empty profile scores by the prior, with the same number in every account', async () => {
    expect(await scored(plain)).toEqual(await scored(await createProfile(stage.service)))
  })
})
