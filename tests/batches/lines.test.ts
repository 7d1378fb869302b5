import { beforeAll, describe, expect, test } from 'vitest'
import { commit, createProfile } from '../profiles/profile-requests.ts'
import { scoresOf } from '../scoring/scoring-service.ts'
import { isInterim, linesOf, openLines, path, respondAsync, scored, submit, useStage } from './batch-service.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('the lines of a batch', () => {
  const stage = useStage('sqlite')
  let warmth: number
  beforeAll(async () => {
    const frames = [{ id: 'a', url: stage.host.url('now/first') }]
    const [score] = await scoresOf(stage.service, stage.profile, frames, { dimensions: ['warmth'] })
    warmth = score.warmth
  })

  test('batch, score, error, progress and done, byte by byte, as NDJSON', async () => {
    const { service, profile, request } = stage
    const answer = await submit(service, request(['now/a', 'status/404']))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const sent = answer.text.split('\n')
    expect(sent.pop()).toBe('')
    const lines = sent.filter((line) => !isInterim(JSON.parse(line)))
    const { batch_id } = JSON.parse(lines[0] ?? '')
    expect(batch_id).toMatch(/^batch_/)
    expect(lines[0]).toBe(
      `{"type":"batch","batch_id":"${batch_id}","profile_id":"${profile}","version_id":null,"total":2}`,
    )
    const results = lines.slice(1, 3).toSorted((a, b) => b.localeCompare(a))
    const seqs = results.map((line) => JSON.parse(line).seq)
    expect(seqs.toSorted()).toEqual([1, 2])
    expect(results[0]).toBe(
      `{"type":"score","seq":${seqs[0]},"index":0,"frame_id":"f0","warmth":${warmth},"attempts":1}`,
    )
    expect(results[1]).toBe(
      `{"type":"error","seq":${seqs[1]},"index":1,"frame_id":"f1","error":{"code":"fetch_failed","message":"the host answered with status 404","retryable":false},"attempts":1}`,
    )
    expect(lines[3]).toBe('{"type":"progress","completed":2,"total":2}')
    expect(lines[4]).toMatch(
      /^\{"type":"done","status":"completed","counts":\{"total":2,"succeeded":1,"failed":1,"canceled":0\},"latency_ms":\d+,"model":"[0-9a-z]{12}"\}$/,
    )
    expect(lines).toHaveLength(5)
  })

  test('Accept: text/event-stream returns the same lines as server-sent events, results with their seq as id', async () => {
    const { service, request } = stage
    const answer = await submit(service, request(['now/a', 'now/b']), { accept: 'text/event-stream' })
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream(;|$)/)
    const events = answer.text.split('\n\n')
    expect(events.pop()).toBe('')
    const all = events.map((event) => {
      const fields = event
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
      return Object.fromEntries(fields)
    })
    const parsed = all.filter(({ data }) => !isInterim(JSON.parse(data)))
    expect(parsed.map(({ event, id }) => [event, id])).toEqual([
      ['batch', undefined],
      ['score', '1'],
      ['score', '2'],
      ['progress', undefined],
      ['done', undefined],
    ])
    for (const { event, data } of parsed) expect(JSON.parse(data).type).toBe(event)
    const { batch_id } = JSON.parse(parsed[0]?.data)
    const again = linesOf(await service.call('GET', `${path}/${batch_id}/results`))
    expect(parsed.map(({ data }) => JSON.parse(data))).toEqual(again)
  })

  test('with state, the batch object names the branch', async () => {
    const { service, request } = stage
    const answer = await submit(service, request(['held/state'], { state: true }), respondAsync)
    expect(answer.body).toMatchObject({ branch_id: 'main', version_id: null })
    const { batch_id } = answer.body
    expect((await service.call('GET', `${path}/${batch_id}`)).body.branch_id).toBe('main')
    await service.call('POST', `${path}/${batch_id}/cancel`)
  })

  test('Prefer: respond-async returns 202, Location and the batch object', async () => {
    const { service, profile, request } = stage
    const metadata = { run: 7, nested: { deep: [true, null] } }
    const answer = await submit(service, request(['held/async'], { metadata }), respondAsync)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { batch_id, created_at, ...rest } = answer.body
    expect(answer.headers.get('location')).toBe(`${path}/${batch_id}`)
    expect(created_at).toMatch(timestamp)
    expect(rest).toEqual({
      profile_id: profile,
      version_id: null,
      status: 'in_progress',
      counts: { total: 1, succeeded: 0, failed: 0, canceled: 0 },
      metadata,
      model: expect.stringMatching(/^[0-9a-z]{12}$/),
    })
    stage.host.open()
    const lines = linesOf(await service.call('GET', `${answer.headers.get('location')}/results`))
    stage.host.shut()
    expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'completed' })
    const ended = await service.call('GET', `${path}/${batch_id}`)
    const { completed_at, ...told } = ended.body
    expect(completed_at).toMatch(timestamp)
    expect(told).toEqual({
      ...answer.body,
      status: 'completed',
      counts: { total: 1, succeeded: 1, failed: 0, canceled: 0 },
    })
    expect(lines.at(-1).latency_ms).toBe(Date.parse(completed_at) - Date.parse(created_at))
  })

  test('progress lines serve as keep-alive while there are no results, and other results do not wait', async () => {
    const { service, request, host } = stage
    const stream = await openLines(service, 'POST', path, request(['held/keep', 'now/keep']))
    expect((await stream.next()).type).toBe('batch')
    let first = await stream.next()
    while (first.type === 'progress') first = await stream.next()
    expect(first).toMatchObject({ type: 'score', seq: 1, index: 1 })
    expect(await stream.next()).toEqual({ type: 'progress', completed: 1, total: 2 })
    host.open()
    let line = await stream.next()
    while (line.type === 'progress') line = await stream.next()
    host.shut()
    expect(line).toMatchObject({ type: 'score', seq: 2, index: 0 })
    expect(await stream.next()).toEqual({ type: 'progress', completed: 2, total: 2 })
    expect(await stream.next()).toMatchObject({ type: 'done', status: 'completed' })
    expect(await stream.next()).toBeUndefined()
  })

  test('the numbers match real-time scoring, and with explain the reasons do', async () => {
    const { service, host } = stage
    const id = await createProfile(service)
    await commit(service, id, { id: 'v1' })
    const dimensions = ['aesthetics', 'usability', 'warmth']
    const frames = [{ id: 'x', url: host.url('now/first') }]
    const body = { profile_id: id, frames, dimensions, explain: true }
    const [score] = await scoresOf(service, id, frames, { dimensions, explain: true })
    const lines = linesOf(await submit(service, body))
    expect(lines[0].version_id).toBe('v1')
    expect(scored(lines)).toEqual([{ type: 'score', seq: 1, index: 0, ...score, attempts: 1 }])
    expect(Object.keys(score)).toContain('confidence')
  })

  test('a batch of 10,000 frames has a result for each', async () => {
    const { service, host, profile } = stage
    const frames = Array.from({ length: 10_000 }, (_, i) => ({ id: `f${i}`, url: host.url('now/first') }))
    const lines = linesOf(await submit(service, { profile_id: profile, frames, dimensions: ['warmth'] }))
    const indexes = new Set(scored(lines).map(({ index }) => index))
    expect([indexes.size, scored(lines).at(-1).seq]).toEqual([10_000, 10_000])
    expect(lines.at(-1).counts).toEqual({ total: 10_000, succeeded: 10_000, failed: 0, canceled: 0 })
    expect(lines.at(-2)).toEqual({ type: 'progress', completed: 10_000, total: 10_000 })
  })
})
