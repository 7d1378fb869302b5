import { withChange } from '@palate/core/taste/advice/changes.ts'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadForm } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { patch, succeed } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { askScore, openStage, profileWith, type Stage, scoresOf } from '../scoring/scoring-service.ts'
import { thresholdOf, warmExemplars, warmProfile } from './judged-profile.ts'

/** The results in a stream of lines, in the order of the frames. */
function scoreLines(text: string) {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.filter(({ type }) => type === 'score').sort((a, b) => a.index - b.index)
}

describe('verdicts', () => {
  let stage: Stage
  let id: string
  let frames: { id: string; url: string }[]
  beforeAll(async () => {
    stage = await openStage('sqlite')
    id = await warmProfile(stage)
    frames = [
      { id: 'warm', url: await stage.picture('warm', 1) },
      { id: 'cold', url: await stage.picture('cold', 1) },
      { id: 'grey', url: await stage.picture('grey', 1) },
      { id: 'gone', url: stage.host.url('gone.png') },
    ]
  })
  afterAll(() => stage.close())

  const request = { dimensions: ['aesthetics', 'brightness', 'likeness'], verdict: true }
  const judged = (more: object = {}) => scoresOf(stage.service, id, frames, { ...request, ...more })

  it('decide about each learned dimension by the threshold, and leave the scores as they are', async () => {
    const { pass, fail } = await thresholdOf(stage.service, id)
    const scores = await judged()
    const plain = await scoresOf(stage.service, id, frames, { dimensions: request.dimensions })
    expect(scores.map(({ verdict: _, ...score }: { verdict: object }) => score)).toEqual(plain)
    const [warm, cold, , gone] = scores
    expect(Object.keys(warm.verdict)).toEqual(['aesthetics', 'likeness'])
    expect(warm.verdict.aesthetics).toMatchObject({ decision: 'pass', pass, fail })
    expect(cold.verdict.aesthetics).toMatchObject({ decision: 'fail', pass, fail })
    expect(gone).not.toHaveProperty('verdict')
  })

  it('are unsure near the threshold and certain far from it', async () => {
    const certainties: number[] = []
    const [{ aesthetics }] = await scoresOf(stage.service, id, frames.slice(0, 1), { dimensions: ['aesthetics'] })
    for (const pass of [0.01, aesthetics, 0.999]) {
      succeed(await patch(stage.service, id, { thresholds: { aesthetics: { pass, fail: 0 } } }))
      const [{ verdict }] = await judged()
      const { certainty, unsure, decision } = verdict.aesthetics
      expect(unsure).toBe(certainty < 0.75)
      expect(decision).toBe(pass === 0.999 ? 'revise' : 'pass')
      certainties.push(certainty)
    }
    expect(certainties[0]).toBeGreaterThan(0.9)
    expect(certainties[1]).toBeLessThan(0.75)
    expect(certainties[2]).toBeGreaterThan(0.9)
    succeed(await patch(stage.service, id, { thresholds: { aesthetics: null } }))
  })

  it('recognise what is no picture, which never passes unless a good exemplar is like it', async () => {
    const plain = { create: { width: 400, height: 300, channels: 3 as const, background: '#fff' } }
    const blank = dataUrl(await sharp(plain).png().toBuffer())
    const profile = await warmProfile(stage, 4)
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 0.001, fail: 0 } } }))
    const [score] = await scoresOf(stage.service, profile, [{ id: 'blank', url: blank }], request)
    expect(score.verdict.aesthetics).toMatchObject({ decision: 'revise', problem: 'blank', changes: [] })
    expect(score.verdict.aesthetics.differences[0]).toBe('It is blank.')
    const exemplars = [...(await warmExemplars(stage, 4)), { id: 'poster', label: 'good', url: blank }]
    const liking = await profileWith(stage.service, { exemplars })
    succeed(await patch(stage.service, liking, { thresholds: { aesthetics: { pass: 0.001, fail: 0 } } }))
    const [liked] = await scoresOf(stage.service, liking, [{ id: 'blank', url: blank }], request)
    expect(liked.verdict.aesthetics).toMatchObject({ decision: 'pass', problem: 'blank', novelty: 0 })
  })

  it('say that a picture is unlike anything judged', async () => {
    const stripes = Buffer.from(
      Array.from({ length: 200 * 150 * 3 }, (_, i) => (Math.floor(i / 3) % 20 < 10 ? 255 : 0)),
    )
    const png = await sharp(stripes, { raw: { width: 200, height: 150, channels: 3 } })
      .png()
      .toBuffer()
    const tried = [frames[0], { id: 'stripes', url: dataUrl(png) }] as typeof frames
    const [warm, strange] = await scoresOf(stage.service, id, tried, request)
    expect(warm.verdict.aesthetics.novelty).toBeLessThan(0.95)
    expect(strange.verdict.aesthetics.novelty).toBeGreaterThanOrEqual(0.95)
    expect(strange.verdict.aesthetics.decision).not.toBe('pass')
    expect(strange.verdict.aesthetics.differences).toContain('It is unlike anything you have judged.')
  })

  it('say how a rejected picture differs, and what to change', async () => {
    const [, { verdict }] = await judged()
    const { differences, suggestions, changes } = verdict.aesthetics
    expect(differences).toContain('It has more blue than what you like.')
    expect(differences.length).toBeLessThanOrEqual(5)
    expect(suggestions.length).toBeLessThanOrEqual(5)
    expect(changes[0]).toEqual({ change: 'warmer', amount: 1, gain: expect.any(Number) })
    expect(suggestions[0]).toBe(`Make the colours warmer (about +${changes[0].gain.toFixed(1)})`)
    const gains = changes.map(({ gain }: { gain: number }) => gain)
    expect(gains).toEqual(gains.toSorted((a: number, b: number) => b - a))
  })

  it('promise the gain that the same edit of the picture brings', async () => {
    const [before] = await scoresOf(stage.service, id, frames.slice(1, 2), request)
    const [{ gain, ...change }] = before.verdict.aesthetics.changes
    const decoded = sharp(await paint({ mood: 'cold', seed: 1 })).raw()
    const { data, info } = await decoded.toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const edited = withChange({ width, height, data }, change) as Pixels
    const png = await sharp(edited.data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer()
    const [after] = await scoresOf(stage.service, id, [{ id: 'warmer', url: dataUrl(png) }], request)
    expect(after.aesthetics - before.aesthetics).toBeCloseTo(gain, 1)
  })

  it.each([
    ['data', async () => dataUrl(await paint({ mood: 'cold', seed: 8 }))],
    ['a frame of the library', async () => (await uploaded('rain.png', 8)).url],
    ['an address', () => stage.picture('cold', 9)],
  ])('say the same about %s whose features are known as when it was new', async (_from, urlOf) => {
    const subject = [{ id: 'again', url: await urlOf() }]
    const [{ verdict: first }] = await scoresOf(stage.service, id, subject, request)
    const other = await warmProfile(stage, 4)
    const [{ verdict: fresh }] = await scoresOf(stage.service, other, subject, request)
    expect(first.aesthetics.changes).not.toEqual([])
    expect(fresh.aesthetics.changes).not.toEqual([])
    const [{ verdict: again }] = await scoresOf(stage.service, id, subject, request)
    expect(again).toEqual(first)
  })

  it('quote the answer that asks for something else', async () => {
    const constraints = [{ id: 'c', question: 'Which colours?', answer: 'very warm' }]
    const asking = await profileWith(stage.service, { constraints })
    const [, cold] = await scoresOf(stage.service, asking, frames, request)
    expect(cold.verdict.aesthetics.differences).toEqual(['It is cooler than you asked for (“very warm”).'])
    expect(cold.verdict.aesthetics.suggestions.join()).not.toContain('cooler')
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
    const [, cold] = await scoresOf(stage.service, profile, frames, request)
    expect(cold.verdict.aesthetics.differences).toEqual([`It is close to a picture you rejected${name}.`])
  })

  async function uploaded(name: string, seed = 3): Promise<{ url: string }> {
    const bytes = await paint({ mood: 'cold', seed })
    return { url: (await uploadForm(stage.service, [{ name, bytes }])).body.url }
  }

  it('follow a threshold that was set', async () => {
    const profile = await warmProfile(stage, 3)
    const decisions = async () =>
      (await scoresOf(stage.service, profile, frames.slice(0, 2), request)).map(
        (score: { verdict: Record<string, { decision: string }> }) => score.verdict.aesthetics?.decision,
      )
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 1, fail: 0 } } }))
    expect(await decisions()).toEqual(['revise', 'revise'])
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 0 } } }))
    expect(await decisions()).toEqual(['pass', 'pass'])
  })

  it('are the same in lines, in batches and beside explanations', async () => {
    const expected = await judged()
    const explained = await judged({ explain: true })
    const verdicts = (scores: readonly { verdict?: object }[]) => scores.map(({ verdict }) => verdict)
    expect(verdicts(explained)).toEqual(verdicts(expected))
    expect(explained[0]).toHaveProperty('confidence')
    const body = { profile_id: id, frames, ...request }
    const ndjson = { accept: 'application/x-ndjson' }
    for (const path of ['/v1/score', '/v1/score/batch']) {
      const scores = scoreLines(succeed(await stage.service.call('POST', path, { body, headers: ndjson })).text)
      expect(verdicts(scores)).toEqual(verdicts(expected.slice(0, 3)))
    }
  })

  it('leave out what would help if nobody wants to know it, which changes nothing else', async () => {
    const full = (await judged()).slice(0, 3)
    expect(full[1].verdict.aesthetics.suggestions).not.toEqual([])
    const without = full.map(({ verdict, ...score }: { verdict: Readonly<Record<string, object>> }) => ({
      ...score,
      verdict: Object.fromEntries(
        Object.entries(verdict).map(([name, one]) => [name, { ...one, suggestions: [], changes: [] }]),
      ),
    }))
    expect((await judged({ suggestions: false })).slice(0, 3)).toEqual(without)
    const body = { profile_id: id, frames, ...request, suggestions: false }
    const { text } = succeed(await stage.service.call('POST', '/v1/score/batch', { body }))
    expect(scoreLines(text).map(({ verdict }) => verdict)).toEqual(
      without.map((one: { verdict: object }) => one.verdict),
    )
    expectProblem(await askScore(stage.service, { ...body, suggestions: 'no' }), 400, 'invalid_request')
  })

  it('of a batch go by the thresholds that were set when it came', async () => {
    const profile = await warmProfile(stage, 3)
    succeed(await patch(stage.service, profile, { thresholds: { aesthetics: { pass: 0.123, fail: 0.1 } } }))
    const body = { profile_id: profile, frames, ...request }
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
