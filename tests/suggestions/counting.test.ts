import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile, read } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { diagnose, openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'

describe('what was judged', () => {
  let stage: Stage
  let urls: readonly string[]
  beforeAll(async () => {
    stage = await openStage('sqlite')
    const moods = Array.from({ length: 13 }, (_, i) => (i % 2 === 0 ? 'warm' : 'cold'))
    urls = await Promise.all(moods.map((mood, i) => stage.picture(mood, i)))
  })
  afterAll(() => stage.close())

  const needOf = async (id: string) => {
    const { enough, remaining } = (await stage.service.call('GET', `/v1/profiles/${id}/suggestions?limit=1`)).body
    return { enough, remaining }
  }

  it('has the same count in the diagnostics, the suggestions and the budget, however often it was judged', async () => {
    const id = await createProfile(stage.service)
    const judge = async (body: object) =>
      (await stage.service.call('POST', `/v1/profiles/${id}/annotations`, { body })).body.budget
    const [a = '', b = ''] = urls
    const [frameA, frameB] = [a, b].map((url) => ({ id: url, url }))
    await judge({ exemplars: urls.map((url, i) => ({ url, label: i % 2 === 0 ? 'good' : 'bad' })) })
    await judge({ exemplars: [{ url: a, label: 'bad' }] })
    await judge({ comparisons: [{ frameA, frameB, winner: a }] })
    await judge({ comparisons: [{ frameA: frameB, frameB: frameA, winner: b }] })
    const budget = await judge({ constraints: [{ questionId: 'colour-temperature', answer: 'warm' }] })
    expect(await judge({ constraints: [{ question: 'Warm or cool?', answer: 'cool' }] })).toEqual(budget)
    expect(budget).toMatchObject({ labels: { used: 13 }, comparisons: { used: 1 }, questions: { used: 1 } })
    expect((await read(stage.service, id)).profileData.budget).toEqual(budget)

    const { dimensions, tendencies } = await diagnose(stage.service, id, '?includeWorking=true')
    expect(dimensions[0]).toMatchObject({ labels: { good: 6, bad: 7 }, comparisons: 1, constraints: 1 })
    expect(dimensions[0].selfPrediction).not.toBeNull()
    expect(dimensions[0]).toMatchObject(await needOf(id))
    expect(tendencies.pictures).toEqual({ good: 6, bad: 7 })
  })

  it('counts a picture, a pair and a question once if an old history has several judgements of it', async () => {
    const [a = '', b = '', c = ''] = urls
    stage.host.show('copy.png', { bytes: await paint({ mood: 'warm', seed: 0 }) })
    const copy = stage.host.url('copy.png')
    const id = await profileWith(stage.service, {
      exemplars: [
        { id: 'e1', url: a, label: 'good' },
        { id: 'e2', url: copy, label: 'bad' },
        { id: 'e3', url: b, label: 'bad' },
      ],
      comparisons: [
        { id: 'c1', frameA: { id: 'a', url: a }, frameB: { id: 'c', url: c }, winner: 'a' },
        { id: 'c2', frameA: { id: 'c', url: c }, frameB: { id: 'copy', url: copy }, winner: 'c' },
      ],
      constraints: [
        { id: 'q1', questionId: 'colour-temperature', answer: 'warm' },
        { id: 'q2', questionId: 'colour-temperature', answer: 'cool' },
      ],
    })
    const { dimensions, contradictions } = await diagnose(stage.service, id)
    expect(dimensions[0]).toMatchObject({ labels: { good: 0, bad: 2 }, comparisons: 1, constraints: 1, remaining: 76 })
    expect(dimensions[0].consistency).toMatchObject({
      contradictoryLabels: [['e1', 'e2']],
      contradictoryComparisons: [['c1', 'c2']],
    })
    expect(contradictions).toHaveLength(3)
    expect(await needOf(id)).toEqual({ enough: false, remaining: 76 })
  })
})
