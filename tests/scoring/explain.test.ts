import { attributes } from '@palate/core/taste/attributes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile } from '../profiles/profile-requests.ts'
import { openStage, profileWith, type Stage, scoresOf } from './scoring-service.ts'

interface Nearest {
  readonly elements: readonly string[]
  readonly influence: number
}

describe('explained scores', () => {
  let stage: Stage
  let plain: string
  let trained: string
  let url: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    plain = await createProfile(stage.service)
    url = await stage.picture('warm', 9)
    trained = await profileWith(stage.service, {
      constraints: [{ id: 'c', question: 'Which colours?', answer: 'warm' }],
      exemplars: [
        { id: 'liked', url: await stage.picture('warm', 1), label: 'good' },
        { id: 'disliked', url: await stage.picture('cold', 1), label: 'bad' },
      ],
    })
  })
  afterAll(() => stage.close())

  async function explained(profile: string, ...dimensions: readonly string[]) {
    const [score] = await scoresOf(stage.service, profile, [{ id: 'f', url }], { dimensions, explain: true })
    return score
  }

  it('explain adds confidence and details for each dimension and does not change the scores', async () => {
    const dimensions = ['aesthetics', 'usability', 'warmth']
    const { confidence, details, ...rest } = await explained(trained, ...dimensions)
    expect([rest]).toEqual(await scoresOf(stage.service, trained, [{ id: 'f', url }], { dimensions }))
    expect(Object.keys(confidence)).toEqual(dimensions)
    expect(Object.keys(details)).toEqual(dimensions)
    for (const value of Object.values(confidence) as number[]) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
      expect(String(value)).toMatch(/^[01](\.\d{1,4})?$/)
    }
  })

  it('details name the nearest exemplars and which way they pull', async () => {
    const { details } = await explained(trained, 'aesthetics')
    const { nearest, part } = details.aesthetics.learned
    const pulls = Object.fromEntries(nearest.map(({ elements, influence }: Nearest) => [elements.join(), influence]))
    expect(pulls.liked).toBeGreaterThan(0)
    expect(part).toBeGreaterThan(0)
    expect(Object.keys(pulls).every((id) => ['liked', 'disliked'].includes(id))).toBe(true)
  })

  it('details name the constraints that moved the score, and by how much', async () => {
    const { details } = await explained(trained, 'aesthetics')
    expect(details.aesthetics.prior.constraints).toEqual([
      expect.objectContaining({ attribute: 'warmth', measured: expect.any(Number), contribution: expect.any(Number) }),
    ])
    expect(details.aesthetics.prior.constraints[0].contribution).toBeGreaterThan(0)
  })

  it('details separate the prior from the learned part, which add up to the utility', async () => {
    const { utility, deviation, prior, learned } = (await explained(trained, 'aesthetics')).details.aesthetics
    const wishes = prior.constraints.reduce((sum: number, one: { contribution: number }) => sum + one.contribution, 0)
    expect(prior.crowd + wishes + learned.part).toBeCloseTo(utility, 3)
    expect(deviation).toBeGreaterThan(0)
  })

  it('details say in which attributes the picture is unusual, in words', async () => {
    const { details } = await explained(trained, 'aesthetics')
    expect(details.aesthetics.attributes.length).toBeGreaterThan(0)
    for (const { name, value, word } of details.aesthetics.attributes) {
      const attribute = attributes.find((one) => one.name === name)
      expect([attribute?.low, attribute?.high]).toContain(word)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  })

  it('a blue picture is described as blue before any colour that it lacks', async () => {
    const blue = await stage.picture('cold', 3)
    const frames = [{ id: 'b', url: blue }]
    const [score] = await scoresOf(stage.service, trained, frames, { dimensions: ['aesthetics'], explain: true })
    const names = score.details.aesthetics.attributes.map(({ name }: { name: string }) => name)
    expect(names).toContain('blues')
  })

  it('judged pictures have more confidence than others', async () => {
    const [before, after] = [await explained(plain, 'aesthetics'), await explained(trained, 'aesthetics')]
    expect(before.confidence.aesthetics).toBe(0)
    expect(before.details.aesthetics.learned).toEqual({ part: 0, nearest: [] })
    expect(after.confidence.aesthetics).toBeGreaterThan(0)
  })

  it('an attribute is explained by the measurement, with confidence 1 and the words for its two ends', async () => {
    const { warmth, confidence, details } = await explained(trained, 'warmth')
    expect(confidence).toEqual({ warmth: 1 })
    expect(details).toEqual({ warmth: { measured: expect.any(Number), low: 'cool', high: 'warm' } })
    expect(details.warmth.measured).toBeCloseTo(warmth, 4)
  })

  it('usability is explained by the attributes that it consists of', async () => {
    const { details } = await explained(plain, 'usability')
    const parts = details.usability.prior.usability
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      expect(part).toMatchObject({ measured: expect.any(Number), contribution: expect.any(Number) })
    }
  })

  it('a frame that cannot be scored has an error and no explanation', async () => {
    const frames = [{ id: 'bad', url: 'data:,' }]
    expect(await scoresOf(stage.service, trained, frames, { explain: true })).toEqual([
      { frame_id: 'bad', aesthetics: null, error: expect.any(Object) },
    ])
  })
})
