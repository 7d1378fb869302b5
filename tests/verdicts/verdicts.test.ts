import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadForm } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { patch, succeed } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { askScore, openStage, profileWith, type Stage, scoresOf } from '../scoring/scoring-service.ts'
import { thresholdOf, warmProfile } from './judged-profile.ts'

/** The results in a stream of lines, in the order of the frames. */
function scoreLines(text: string) {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.filter(({ type }) => type === 'score').sort((a, b) => a.index - b.index)
}

describe.each(engines)('verdicts on %s', (engine) => {
  let stage: Stage
  let id: string
  let frames: { id: string; url: string }[]
  beforeAll(async () => {
    stage = await openStage(engine)
    id = await warmProfile(stage)
    frames = [
      { id: 'warm', url: await stage.picture('warm', 1) },
      { id: 'cold', url: await stage.picture('cold', 1) },
      { id: 'grey', url: await stage.picture('grey', 1) },
      { id: 'gone', url: stage.host.url('gone.png') },
    ]
  })
  afterAll(() => stage.close())

  const asked = { dimensions: ['aesthetics', 'brightness', 'likeness'], verdict: true }
  const judged = (more: object = {}) => scoresOf(stage.service, id, frames, { ...asked, ...more })

  it('decide about each learned dimension by the threshold, and leave the scores as they are', async () => {
    const { pass, fail } = await thresholdOf(stage.service, id)
    const scores = await judged()
    const plain = await scoresOf(stage.service, id, frames, { dimensions: asked.dimensions })
    expect(scores.map(({ verdict: _, ...score }: { verdict: object }) => score)).toEqual(plain)
    const [warm, cold, , gone] = scores
    expect(Object.keys(warm.verdict)).toEqual(['aesthetics', 'likeness'])
    expect(warm.verdict.aesthetics).toMatchObject({ decision: 'pass', pass, fail })
    expect(cold.verdict.aesthetics).toMatchObject({ decision: 'fail', pass, fail })
    expect(gone).not.toHaveProperty('verdict')
  })

  it('are unsure if the 80 % interval of the model contains the threshold', async () => {
    const found: boolean[] = []
    for (const pass of [0.01, 0.5, 0.99]) {
      succeed(await patch(stage.service, id, { thresholds: { likeness: { pass, fail: 0 } } }))
      const [{ details, verdict }] = await judged({ explain: true })
      const { utility, deviation } = details.likeness
      const isWithin = Math.abs(Math.log(pass / (1 - pass)) - utility) <= 1.2816 * deviation
      expect(verdict.likeness.unsure).toBe(isWithin)
      found.push(isWithin)
    }
    expect(new Set(found).size).toBe(2)
    succeed(await patch(stage.service, id, { thresholds: { likeness: null } }))
  })

  it('say how a rejected picture differs, and what to change', async () => {
    const [, { verdict }] = await judged()
    const { differences, suggestions } = verdict.aesthetics
    expect(differences).toContain('It has more blue than what you like.')
    expect(differences.length).toBeLessThanOrEqual(5)
    expect(suggestions).toContain('Use less blue')
    expect(suggestions.length).toBeLessThanOrEqual(5)
  })

  it('quote the answer that asks for something else', async () => {
    const constraints = [{ id: 'c', question: 'Which colours?', answer: 'very warm' }]
    const asking = await profileWith(stage.service, { constraints })
    const [, cold] = await scoresOf(stage.service, asking, frames, asked)
    expect(cold.verdict.aesthetics.differences).toEqual(['It is cooler than you asked for (“very warm”).'])
    expect(cold.verdict.aesthetics.suggestions).toEqual(['Make the colours warmer'])
    expect(cold.verdict.aesthetics).toMatchObject({ pass: 0.5, fail: 0.35 })
  })

  it.each([
    ['the file name in its URL', async () => ({ url: await stage.picture('cold', 3) }), ': cold-3.png'],
    [
      'the name of its exemplar',
      async () => ({ url: await stage.picture('cold', 3), name: 'Blue hour' }),
      ': Blue hour',
    ],
    ['its name in the library', () => uploaded('harbour.png'), ': harbour.png'],
    ['nothing if it has no name', async () => ({ url: dataUrl(await paint({ mood: 'cold', seed: 3 })) }), ''],
  ])('name a rejected picture that is alike by %s', async (_by, picture, name) => {
    const exemplars = [
      { id: 'rejected', label: 'bad', ...(await picture()) },
      { id: 'liked', label: 'good', url: await stage.picture('grey', 3) },
    ]
    const profile = await profileWith(stage.service, { exemplars }, { projectId: 'studio' })
    const [, cold] = await scoresOf(stage.service, profile, frames, asked)
    expect(cold.verdict.aesthetics.differences).toEqual([`It is close to a picture you rejected${name}.`])
    expect(cold.verdict.aesthetics.suggestions).toEqual([])
  })

  async function uploaded(name: string): Promise<{ url: string }> {
    const bytes = await paint({ mood: 'cold', seed: 3 })
    return { url: (await uploadForm(stage.service, [{ name, bytes }])).body.url }
  }

  it('follow a threshold that was set', async () => {
    const profile = await warmProfile(stage, 3)
    const decisions = async () =>
      (await scoresOf(stage.service, profile, frames.slice(0, 3), asked)).map(
        (score: { verdict: Record<string, { decision: string }> }) => score.verdict.aesthetics?.decision,
      )
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 1, fail: 0 } } }))
    expect(await decisions()).toEqual(['revise', 'revise', 'revise'])
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 0 } } }))
    expect(await decisions()).toEqual(['pass', 'pass', 'pass'])
  })

  it('are the same in lines, in batches and beside explanations', async () => {
    const expected = await judged()
    const explained = await judged({ explain: true })
    const verdicts = (scores: readonly { verdict?: object }[]) => scores.map(({ verdict }) => verdict)
    expect(verdicts(explained)).toEqual(verdicts(expected))
    expect(explained[0]).toHaveProperty('confidence')
    const body = { profile_id: id, frames, ...asked }
    const ndjson = { accept: 'application/x-ndjson' }
    for (const path of ['/v1/score', '/v1/score/batch']) {
      const scores = scoreLines(succeed(await stage.service.call('POST', path, { body, headers: ndjson })).text)
      expect(verdicts(scores)).toEqual(verdicts(expected.slice(0, 3)))
    }
  })

  it('of a batch go by the thresholds that were set when it came', async () => {
    const profile = await warmProfile(stage, 3)
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 0.123, fail: 0.1 } } }))
    const body = { profile_id: profile, frames, ...asked }
    const headers = { prefer: 'respond-async' }
    const { batch_id } = (await stage.service.call('POST', '/v1/score/batch', { body, headers })).body
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 1 } } }))
    const results = succeed(await stage.service.call('GET', `/v1/score/batch/${batch_id}/results`)).text
    const [score] = scoreLines(results)
    expect(score.verdict.aesthetics).toMatchObject({ pass: 0.123, fail: 0.1 })
  })

  it('come only if they are asked for, and their name is reserved', async () => {
    const [score] = await scoresOf(stage.service, id, frames, { verdict: false })
    expect(score).not.toHaveProperty('verdict')
    const body = { profile_id: id, frames, verdict: 'yes' }
    expectProblem(await askScore(stage.service, body), 400, 'invalid_request')
    const named = { exemplars: [{ id: 'e', label: 'good', url: frames[0]?.url, dimension: 'verdict' }] }
    const profile = await profileWith(stage.service, named)
    const refused = await askScore(stage.service, { profile_id: profile, frames, dimensions: ['verdict'] })
    expectProblem(refused, 422, 'unknown_dimension')
  })
})
