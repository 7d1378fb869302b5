import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile } from '../profiles/profile-requests.ts'
import { askScore, diagnose, openStage, profileWith, type Stage, scoreOf, scoresOf } from './scoring-service.ts'

const seeds = [1, 2, 3, 4] as const

interface Summaries {
  readonly likeness: { readonly summary: string }
}

describe('likeness', () => {
  let stage: Stage
  let warm: readonly string[]
  let cold: readonly string[]
  let newWarm: string
  let newCold: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    warm = await Promise.all(seeds.map((seed) => stage.picture('warm', seed)))
    cold = await Promise.all(seeds.map((seed) => stage.picture('cold', seed)))
    newWarm = await stage.picture('warm', 50)
    newCold = await stage.picture('cold', 50)
  })
  afterAll(() => stage.close())

  const exemplars = (urls: readonly string[], label: string, more: object = {}) =>
    urls.map((url, i) => ({ id: `${label} ${i}`, url, label, ...more }))
  const scored = async (id: string, dimension = 'likeness') => ({
    warm: await scoreOf(stage.service, id, newWarm, { dimension }),
    cold: await scoreOf(stage.service, id, newCold, { dimension }),
  })
  const taught = async (elements: object, dimension?: string) =>
    scored(await profileWith(stage.service, elements), dimension)
  const neutral = { warm: 0.5, cold: 0.5 }

  it('is 0.5 without any judgement, with no confidence', async () => {
    const id = await createProfile(stage.service, { seed: 'Very warm colours' })
    const frames = [{ id: 'f', url: newWarm }]
    const [score] = await scoresOf(stage.service, id, frames, { dimensions: ['likeness'], explain: true })
    expect(score).toMatchObject({ likeness: 0.5, confidence: { likeness: 0 } })
    expect(score.details.likeness.summary).toBe('There is no good exemplar to compare it with.')
  })

  it('good exemplars alone identify similar pictures', async () => {
    const likesWarm = await taught({ exemplars: exemplars(warm, 'good') })
    expect(likesWarm.warm).toBeGreaterThan(0.8)
    expect(likesWarm.warm).toBeGreaterThan(likesWarm.cold)
    const likesCold = await taught({ exemplars: exemplars(cold, 'good') })
    expect(likesCold.cold).toBeGreaterThan(0.8)
    expect(likesCold.cold).toBeGreaterThan(likesCold.warm)
  })

  it('returns the same number on every processor, to the four returned decimals', async () => {
    const id = await profileWith(stage.service, { exemplars: [...exemplars(warm, 'good'), ...exemplars(cold, 'bad')] })
    expect(await scored(id)).toEqual({ warm: 0.8601, cold: 0.1537 })
  })

  it('bad exemplars and comparisons also teach it', async () => {
    const labelled = await taught({ exemplars: [...exemplars(warm, 'good'), ...exemplars(cold, 'bad')] })
    expect(labelled.warm).toBeGreaterThan(0.7)
    expect(labelled.cold).toBeLessThan(0.5)
    const compared = await taught({
      comparisons: warm.map((url, i) => ({
        id: `p${i}`,
        frameA: { id: `a${i}`, url },
        frameB: { id: `b${i}`, url: cold[i] },
        winner: `a${i}`,
      })),
    })
    expect(compared.warm).toBeGreaterThan(0.5)
    expect(compared.cold).toBeLessThan(0.5)
  })

  it('an element without dimension teaches aesthetics and likeness', async () => {
    const plain = await scored(await createProfile(stage.service), 'aesthetics')
    const id = await profileWith(stage.service, { exemplars: exemplars(warm, 'good') })
    expect(await scored(id)).not.toEqual(neutral)
    expect((await scored(id, 'aesthetics')).warm).toBeGreaterThan(plain.warm)
  })

  it('an element that names aesthetics teaches only aesthetics, and one that names likeness only likeness', async () => {
    const plain = await scored(await createProfile(stage.service), 'aesthetics')
    const beautiful = await profileWith(stage.service, {
      exemplars: exemplars(warm, 'good', { dimension: 'aesthetics' }),
    })
    expect(await scored(beautiful)).toEqual(neutral)
    const alike = await profileWith(stage.service, { exemplars: exemplars(warm, 'good', { dimension: 'likeness' }) })
    expect(await scored(alike, 'aesthetics')).toEqual(plain)
    expect(await scored(alike)).toEqual(await taught({ exemplars: exemplars(warm, 'good') }))
  })

  it('answers teach it only if they name it', async () => {
    const answer = { id: 'c', question: 'Which colours?', answer: 'very warm' }
    expect(await taught({ constraints: [answer] })).toEqual(neutral)
    const { warm: high, cold: low } = await taught({ constraints: [{ ...answer, dimension: 'likeness' }] })
    expect(high).toBeGreaterThan(0.5)
    expect(low).toBeLessThan(0.5)
  })

  it('explains the contribution of each view, in numbers and in words', async () => {
    const id = await profileWith(stage.service, { exemplars: exemplars(warm, 'good') })
    const frames = [
      { id: 'warm', url: newWarm },
      { id: 'grey', url: await stage.picture('grey', 50) },
    ]
    const scores = await scoresOf(stage.service, id, frames, { dimensions: ['likeness'], explain: true })
    for (const { confidence, details } of scores) {
      expect(confidence.likeness).toBeGreaterThan(0.3)
      expect(confidence.likeness).toBeLessThanOrEqual(1)
      const { summary, prior, utility, learned } = details.likeness
      expect(summary).toMatch(/^(In|Your) .*\.$/)
      expect(prior.views.map(({ view }: { view: string }) => view)).toEqual(['look', 'content'])
      const sum = prior.views.reduce(
        (total: number, { share, logOdds }: { share: number; logOdds: number }) => total + share * logOdds,
        0,
      )
      expect(sum + learned.part).toBeCloseTo(utility, 2)
    }
    expect(scores.map(({ details }: { details: Summaries }) => details.likeness.summary)).toEqual([
      'In light, colour and texture, it resembles your good exemplars; in subject, it resembles your good exemplars.',
      'In light, colour and texture, it may or may not resemble your good exemplars; in subject, it resembles your good exemplars.',
    ])
  })

  it('the diagnostics show what taught it, once something did', async () => {
    const id = await profileWith(stage.service, {
      exemplars: [...exemplars(warm, 'good'), ...exemplars(cold, 'bad', { dimension: 'aesthetics' })],
    })
    const { dimensions } = await diagnose(stage.service, id)
    expect(dimensions).toMatchObject([
      { name: 'aesthetics', labels: { good: 4, bad: 4 } },
      { name: 'likeness', labels: { good: 4, bad: 0 } },
    ])
    const named = await profileWith(stage.service, { exemplars: exemplars(warm, 'good', { dimension: 'aesthetics' }) })
    expect((await diagnose(stage.service, named)).dimensions).toMatchObject([{ name: 'aesthetics' }])
  })

  it('a batch returns the same number as a request', async () => {
    const id = await profileWith(stage.service, { exemplars: exemplars(warm, 'good') })
    const body = { profile_id: id, dimensions: ['likeness'], frames: [{ id: 'f', url: newWarm }] }
    const { body: answer } = await askScore(stage.service, body)
    const batch = await stage.service.call('POST', '/v1/score/batch', { body })
    const lines = batch.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.find(({ type }) => type === 'score')).toMatchObject(answer.scores[0])
  })
})
