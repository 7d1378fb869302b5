import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type HostileHost, startHostileHost } from './hostile-host.ts'
import { paint } from './pictures.ts'
import { askScore, type Frame, openStage, type Stage, scoresOf } from './scoring-service.ts'

const ndjson = { accept: 'application/x-ndjson' }

// The scores are those of score.test.ts, which has both stores.
describe('scores as lines', () => {
  let stage: Stage
  let evil: HostileHost
  let profile: string
  let warm: Frame
  let cold: Frame
  beforeAll(async () => {
    stage = await openStage('sqlite')
    evil = await startHostileHost(await paint({ mood: 'warm', seed: 2 }))
    profile = await createProfile(stage.service)
    warm = { id: 'warm', url: await stage.picture('warm', 1) }
    cold = { id: 'cold', url: await stage.picture('cold', 1) }
  })
  afterAll(async () => {
    await Promise.all([stage.close(), evil.close()])
  })

  const dimensions = ['warmth', 'aesthetics']
  async function linesOf(frames: readonly Frame[], more: object = {}) {
    const answer = await askScore(stage.service, { profile_id: profile, frames, dimensions, ...more }, ndjson)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson(;|$)/)
    expect(answer.text.endsWith('\n')).toBe(true)
    return answer.text.slice(0, -1).split('\n')
  }
  const parsed = async (frames: readonly Frame[], more: object = {}) =>
    (await linesOf(frames, more)).map((line) => JSON.parse(line))

  it('a score line and the done line are exactly as specified', async () => {
    const [score] = await scoresOf(stage.service, profile, [warm], { dimensions })
    const { warmth, aesthetics } = score
    const [first, last, ...none] = await linesOf([warm])
    expect(first).toBe(
      `{"type":"score","seq":1,"index":0,"frame_id":"warm","warmth":${warmth},"aesthetics":${aesthetics},"attempts":1}`,
    )
    expect(last).toMatch(
      /^\{"type":"done","status":"completed","counts":\{"total":1,"succeeded":1,"failed":0,"canceled":0\},"latency_ms":[\d.]+,"model":"[0-9a-z]{12}"\}$/,
    )
    expect(none).toEqual([])
  })

  it('an error line is exactly as specified; a frame without a score counts as failed', async () => {
    const [line, done] = await linesOf([{ id: 'bad', url: 'ftp://a/b' }])
    expect(line).toMatch(
      /^\{"type":"error","seq":1,"index":0,"frame_id":"bad","error":\{"code":"url_forbidden","message":"[^"]+","retryable":false\},"attempts":1\}$/,
    )
    expect(JSON.parse(done ?? '').counts).toEqual({ total: 1, succeeded: 0, failed: 1, canceled: 0 })
  })

  it('every frame has one line, seq counts them, index says which frame it is', async () => {
    const bad = { id: 'bad', url: evil.url('status/404') }
    const frames = [warm, bad, cold, warm, bad]
    const scores = await scoresOf(stage.service, profile, frames, { dimensions })
    const lines = await parsed(frames)
    const done = lines.pop()
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(lines.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3, 4])
    for (const { type, seq, index, attempts, ...rest } of lines) {
      const { warmth, aesthetics, ...failed } = scores[index]
      expect({ type, attempts }).toEqual({ type: failed.error ? 'error' : 'score', attempts: 1 })
      expect(rest).toEqual(failed.error ? failed : scores[index])
    }
    expect(done.counts).toEqual({ total: 5, succeeded: 3, failed: 2, canceled: 0 })
  })

  it('results are sent as they complete: a slow frame comes last, and the others do not wait for it', async () => {
    const response = await fetch(`${stage.service.url}/v1/score`, {
      method: 'POST',
      headers: { ...ndjson, authorization: `Bearer ${stage.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        profile_id: profile,
        dimensions,
        frames: [{ id: 'slow', url: evil.url('silent-headers') }, warm, cold],
      }),
    })
    let text = ''
    let early = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      if (text.split('\n').length === 3) early = text
    }
    expect(early).toContain('"frame_id":"warm"')
    expect(early).toContain('"frame_id":"cold"')
    const lines = text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['score', 'score', 'error', 'done'])
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ seq: 3, index: 0, frame_id: 'slow' })
  })

  it('with explain the lines have confidence and details', async () => {
    const [score] = await scoresOf(stage.service, profile, [warm], { dimensions, explain: true })
    const [line] = await parsed([warm], { explain: true })
    expect(line).toEqual({ type: 'score', seq: 1, index: 0, ...score, attempts: 1 })
    expect(Object.keys(line)).toContain('confidence')
  })

  it('a refused request gets a problem, not a stream', async () => {
    const body = { profile_id: profile, frames: [warm], dimensions: ['nope'] }
    expectProblem(await askScore(stage.service, body, ndjson), 422, 'unknown_dimension')
  })

  it('the service stays ready when a client disconnects in the middle', async () => {
    const leaving = new AbortController()
    const sent = fetch(`${stage.service.url}/v1/score`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { ...ndjson, authorization: `Bearer ${stage.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile_id: profile, dimensions, frames: [warm, { id: 's', url: evil.url('drip') }] }),
    })
    const reader = (await sent).body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect.poll(() => evil.connectionsOpen).toBe(0)
    expect(await parsed([warm])).toHaveLength(2)
  })
})
