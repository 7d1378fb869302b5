import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { change, createProfile } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { type Frame, openStage, type Stage, scoresOf } from '../scoring/scoring-service.ts'

interface Suggestion {
  readonly kind: string
  readonly frameA: Frame
  readonly frameB: Frame
  readonly frame: Frame
  readonly id: string
  readonly answers: readonly string[]
  readonly gain: number
  readonly reason: string
}

async function ask(client: Client, id: string, query = '') {
  const answer = await client.call('GET', `/v1/profiles/${id}/suggestions${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { suggestions: readonly Suggestion[]; enough: boolean; remaining: number; belief?: string }
}

const pairOf = ({ frameA, frameB }: Suggestion) => [frameA.id, frameB.id].sort().join(' ')

describe('suggestions', () => {
  let stage: Stage
  let frames: Frame[]
  let id: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    frames = await Promise.all(
      [0, 1, 2, 3].map(async (i) => ({ id: `f${i}`, url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i) })),
    )
    id = await createProfile(stage.service)
    await scoresOf(stage.service, id, frames)
  })
  afterAll(() => stage.close())

  const inProject = (projectId: string) => createProfile(stage.service, { projectId })
  const pairs = async (profile: string) =>
    (await ask(stage.service, profile, '?kind=comparison')).suggestions.map(pairOf).sort()

  it('use frames scored in the project', async () => {
    expect(await pairs(id)).toEqual(['f0 f1', 'f0 f2', 'f0 f3', 'f1 f2', 'f1 f3', 'f2 f3'])
  })

  it('have a gain, a reason and the remaining need, the most informative first', async () => {
    const { suggestions, enough, remaining } = await ask(stage.service, id)
    expect(suggestions).toHaveLength(10)
    const gains = suggestions.map(({ gain }) => gain)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    for (const { gain, reason } of suggestions) {
      expect(gain).toBeGreaterThanOrEqual(0)
      expect(gain).toBeLessThanOrEqual(1)
      expect(reason).toMatch(/^[A-Z].*\.$/)
    }
    expect([enough, remaining]).toEqual([false, 79])
    expect((await ask(stage.service, id, '?limit=1')).suggestions).toHaveLength(1)
  })

  it('say what the judgements seem to be about, once it is clear', async () => {
    const taught = await createProfile(stage.service)
    expect(await ask(stage.service, taught)).not.toHaveProperty('belief')
    const labelled = (family: 'warm' | 'cold', label: string) =>
      Promise.all([20, 21, 22, 23, 24, 25].map(async (i) => ({ url: await stage.picture(family, i), label })))
    const exemplars = [...(await labelled('warm', 'good')), ...(await labelled('cold', 'bad'))]
    await stage.service.call('POST', `/v1/profiles/${taught}/annotations`, { body: { exemplars } })
    const { belief } = await ask(stage.service, taught)
    expect(belief).toMatch(/^It seems to be about [a-z ]+: you like [^:]+\.$/)
  })

  it('are the same when requested again', async () => {
    expect(await ask(stage.service, id, '?limit=50')).toEqual(await ask(stage.service, id, '?limit=50'))
  })

  it('omit judged pairs, including those in the working changes, by id or by URL', async () => {
    const other = await createProfile(stage.service)
    const [f0, f1, f2, f3] = frames as [Frame, Frame, Frame, Frame]
    const comparisons = [
      { id: 'c1', frameA: 'f0', frameB: 'f1', winner: 'f0' },
      { id: 'c2', frameA: f2, frameB: f0, winner: 'tie' },
      { id: 'c3', frameA: { id: 'x', url: f1.url }, frameB: { id: 'y', url: f3.url }, winner: 'x' },
    ]
    await change(stage.service, other, { workingChanges: { comparisons } })
    expect(await pairs(other)).toEqual(['f0 f3', 'f1 f2', 'f2 f3'])
    const { remaining } = await ask(stage.service, other)
    expect(remaining).toBe(76)
  })

  it('omit answered questions, and the answer counts', async () => {
    const other = await createProfile(stage.service)
    const suggested = async () => (await ask(stage.service, other, '?kind=question&limit=50')).suggestions
    const [first] = await suggested()
    if (!first) throw new Error('nothing was asked')
    const constraints = [{ id: 'c', questionId: first.id, answer: first.answers[0] }]
    await change(stage.service, other, { workingChanges: { constraints } })
    expect((await suggested()).map((one) => one.id)).not.toContain(first.id)
    const diagnostics = await stage.service.call('GET', `/v1/profiles/${other}/diagnostics?includeWorking=true`)
    expect(diagnostics.body.understood[0].wishes.length).toBeGreaterThan(0)
    expect(diagnostics.body.understood[0].notUnderstood).toEqual([])
  })

  it('ask for labels of frames that have none', async () => {
    const other = await createProfile(stage.service)
    const [f0, f1] = frames as [Frame, Frame]
    const exemplars = [
      { id: 'e0', url: f0.url, label: 'good' },
      { id: 'e1', url: f1.url, label: 'bad', dimension: 'cosiness' },
    ]
    await change(stage.service, other, { workingChanges: { exemplars } })
    const labels = async (dimension: string) =>
      (await ask(stage.service, other, `?kind=label&dimension=${dimension}`)).suggestions
        .map(({ frame }) => frame)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(await labels('aesthetics')).toEqual(frames.slice(1))
    expect(await labels('cosiness')).toEqual(frames.filter(({ id }) => id !== 'f1'))
  })

  it('also use the library, until a frame is deleted', async () => {
    const profile = await inProject('library')
    const uploaded = await Promise.all(
      [50, 51, 52].map(async (seed) => {
        const answer = await upload(stage.service, await paint({ mood: 'grey', seed }), { project: 'library' })
        expect(answer.status, answer.text).toBe(201)
        return { id: answer.body.id, url: `frame:${answer.body.id}` }
      }),
    )
    const labels = async () =>
      (await ask(stage.service, profile, '?kind=label')).suggestions.map(({ frame }) => frame.url).sort()
    const urls = uploaded.map(({ url }) => url).sort()
    expect(await labels()).toEqual(urls)
    const [gone] = uploaded.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await stage.service.call('DELETE', `/api/frames?id=${gone?.id}`)
    expect(await labels()).toEqual(urls.filter((url) => url !== gone?.url))
  })

  it('never pair two pictures with the same bytes', async () => {
    const profile = await inProject('copies')
    const [url = ''] = frames.map((one) => one.url)
    await scoresOf(stage.service, profile, [
      { id: 'one', url },
      { id: 'same', url },
    ])
    expect((await ask(stage.service, profile, '?kind=comparison')).suggestions).toEqual([])
  })

  it('use newly scored frames, and nothing of another project or account', async () => {
    const profile = await inProject('alone')
    expect(await pairs(profile)).toEqual([])
    await scoresOf(stage.service, profile, frames.slice(0, 2))
    expect(await pairs(profile)).toEqual(['f0 f1'])
    const stranger = stage.service.as(await stage.service.newAccount())
    expectProblem(await stranger.call('GET', `/v1/profiles/${id}/suggestions`), 404, 'profile_not_found')
    const theirs = await createProfile(stranger)
    expect((await ask(stranger, theirs, '?kind=comparison')).suggestions).toEqual([])
  })

  it('support any dimension that can be taught', async () => {
    const about = (dimension: string) =>
      stage.service.call('GET', `/v1/profiles/${id}/suggestions?dimension=${dimension}`)
    expect((await about('cosiness')).body.suggestions).toHaveLength(10)
    expect((await about('usability')).body.suggestions.map((one: Suggestion) => one.kind)).toContain('question')
    expect((await about('brightness')).body).toEqual({ suggestions: [], enough: true, remaining: 0 })
    expectProblem(await about('frame_id'), 422, 'unknown_dimension')
    expectProblem(await about('x'.repeat(65)), 422, 'unknown_dimension')
  })

  it.each(['limit=0', 'limit=51', 'limit=ten', 'kind=other'])('refuse ?%s', async (query) => {
    expectProblem(await stage.service.call('GET', `/v1/profiles/${id}/suggestions?${query}`), 400, 'invalid_request')
  })

  it('become enough at some point: the remaining need follows the learning curve', async () => {
    const other = await createProfile(stage.service)
    const all = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (i) => ({ id: `g${i}`, url: await stage.picture(i < 3 ? 'warm' : 'cold', i) })),
    )
    const every = all.flatMap((frameA, i) => all.slice(i + 1).map((frameB) => ({ frameA, frameB, winner: frameA.id })))
    const comparisons = every.slice(0, 12).map((one, i) => ({ id: `c${i}`, ...one }))
    await change(stage.service, other, { workingChanges: { comparisons } })
    const { enough, remaining } = await ask(stage.service, other)
    expect(enough).toBe(false)
    expect(remaining).toBeLessThan(79 - 12)
    expect(remaining).toBeGreaterThanOrEqual(8)
  })
})

describe('with PALATE_REPEAT_SHARE=1', () => {
  it('pairs judged long ago are asked again and marked', async () => {
    const stage = await openStage('sqlite', { PALATE_REPEAT_SHARE: '1' })
    try {
      const frames = await Promise.all(
        Array.from({ length: 7 }, async (_, i) => ({ id: `f${i}`, url: await stage.picture('grey', i) })),
      )
      const id = await createProfile(stage.service)
      await scoresOf(stage.service, id, frames)
      const comparisons = Array.from({ length: 11 }, (_, i) => ({
        id: `c${i}`,
        frameA: `f${i % 5}`,
        frameB: `f${i < 5 ? i + 2 : (i % 5) + 1 + (i > 9 ? 2 : 0)}`,
        winner: 'tie',
      }))
      await change(stage.service, id, { workingChanges: { comparisons } })
      const { suggestions } = await ask(stage.service, id, '?kind=comparison')
      const repeats = suggestions.filter((one) => 'repeat' in one)
      expect(repeats.map(pairOf)).toEqual(['f0 f2'])
    } finally {
      await stage.close()
    }
  })
})
