import { randomUUID } from 'node:crypto'
import { explanationsPerRequestMax } from '@palate/core/taste/scoring-schema.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { storedResponseBytesMax } from '@palate/server/http/idempotency.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { change, createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from './pictures.ts'
import { askScore, openStage, type Stage, scoreOf, scoresOf } from './scoring-service.ts'

describe('POST /v1/score', () => {
  let stage: Stage
  let profile: string
  let warm: string
  let cold: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    profile = await createProfile(stage.service)
    warm = await stage.picture('warm', 1)
    cold = await stage.picture('cold', 1)
  })
  afterAll(() => stage.close())

  const ask = (body: object, headers?: Record<string, string>) =>
    askScore(stage.service, { profile_id: profile, frames: [{ id: 'a', url: warm }], ...body }, headers)

  it('without explain the members are exactly those of the specification', async () => {
    const { body, status, headers } = await ask({ dimensions: ['usability', 'aesthetics'] })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      scores: [{ frame_id: 'a', aesthetics: expect.any(Number), usability: expect.any(Number) }],
      latency_ms: expect.any(Number),
      model: expect.stringMatching(/^[0-9a-z]{12}$/),
    })
    expect(body.latency_ms).toBeGreaterThanOrEqual(0)
  })

  it('state adds the branch and version that the frames are scored against', async () => {
    const stateOf = async (more: object) => {
      const { latency_ms: _, model: _model, scores: _scores, ...rest } = (await ask({ state: true, ...more })).body
      return rest
    }
    const { profileData } = (await stage.service.call('GET', `/v1/profiles/${profile}`)).body
    const { id, headVersionId } = profileData.branches[0]
    expect(await stateOf({})).toEqual({ branch_id: id, version_id: headVersionId })
    expect(await stateOf({ branch_id: id, include_working: true })).toEqual({
      branch_id: id,
      version_id: headVersionId,
    })
    if (headVersionId !== null) {
      expect(await stateOf({ version_id: headVersionId })).toEqual({ branch_id: null, version_id: headVersionId })
    }
  })

  it('explain: false is the same as no explain', async () => {
    const { body } = await ask({ explain: false })
    expect(Object.keys(body.scores[0])).toEqual(['frame_id', 'aesthetics'])
  })

  it('numbers are in [0, 1] with four decimals', async () => {
    const { dimensions } = (await stage.service.call('GET', '/v1/dimensions')).body
    const names = dimensions.map(({ name }: { name: string }) => name)
    const frames = [warm, cold, await stage.picture('grey', 1)].map((url) => ({ id: 'f', url }))
    for (const { frame_id, ...numbers } of await scoresOf(stage.service, profile, frames, { dimensions: names })) {
      expect(Object.keys(numbers).sort()).toEqual(names.toSorted())
      for (const value of Object.values(numbers) as number[]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(String(value)).toMatch(/^[01](\.\d{1,4})?$/)
      }
    }
  })

  it('order is kept and ids need not be unique', async () => {
    const frames = [cold, warm, cold, warm, warm].map((url) => ({ id: 'same', url }))
    const scores = await scoresOf(stage.service, profile, frames, { dimensions: ['warmth'] })
    const [low, high] = [scores[0].warmth, scores[1].warmth]
    expect(low).toBeLessThan(high)
    expect(scores).toEqual([low, high, low, high, high].map((warmth) => ({ frame_id: 'same', warmth })))
  })

  it('a dimension requested twice is returned once', async () => {
    const { body } = await ask({ dimensions: ['warmth', 'warmth'] })
    expect(body.scores).toEqual([{ frame_id: 'a', warmth: expect.any(Number) }])
  })

  it('frames: none is 400', async () => {
    expectInvalidAt(await ask({ frames: [] }), '/frames')
  })

  it('frames: 10,000 are scored, in order', async () => {
    const [one, other] = [await small('warm'), await small('cold')]
    const frames = Array.from({ length: 10_000 }, (_, i) => ({ id: `f${i}`, url: i % 3 === 0 ? one : other }))
    const scores = await scoresOf(stage.service, profile, frames, { dimensions: ['warmth'] })
    const [high, low] = [scores[0].warmth, scores[1].warmth]
    expect(high).toBeGreaterThan(low)
    expect(scores).toEqual(frames.map(({ id }, i) => ({ frame_id: id, warmth: i % 3 === 0 ? high : low })))
  })

  it('frames: a URL shared by many frames is fetched once', async () => {
    const { host, service } = stage
    const name = randomUUID()
    host.show(name, { bytes: await paint({ mood: 'warm', seed: 77 }) })
    const frames = Array.from({ length: 30 }, (_, i) => ({ id: `f${i}`, url: host.url(name) }))
    const scores = await scoresOf(service, profile, frames, { dimensions: ['warmth'] })
    expect(new Set(scores.map(({ warmth }: { warmth: number }) => warmth)).size).toBe(1)
    expect(host.answersTo(name)).toEqual([200])
  })

  it('frames: 10,001 are 422 too_many_frames', async () => {
    const frames = Array.from({ length: 10_001 }, () => ({ id: 'a', url: warm }))
    expectProblem(await ask({ frames }), 422, 'too_many_frames')
  })

  it('with explain, frames × dimensions past 40,000 are 422 too_many_explanations; repeated names count once', async () => {
    expect(explanationsPerRequestMax).toBe(40_000)
    const dimensions = ['warmth', 'brightness', 'contrast', 'usability', 'warmth']
    const frames = Array.from({ length: 10_000 }, () => ({ id: 'a', url: 'none' }))
    const refused = await ask({ frames, dimensions: [...dimensions, 'aesthetics'], explain: true })
    expectProblem(refused, 422, 'too_many_explanations')
    expect(refused.body.detail).toContain('at most 40000, not 50000')
    expect((await ask({ frames, dimensions, explain: true })).status).toBe(200)
    expect((await ask({ frames, dimensions: [...dimensions, 'aesthetics'] })).status).toBe(200)
  })

  it('dimensions: 201 are 400, whatever they are, and a detail lists at most 200 names', async () => {
    expectInvalidAt(await ask({ dimensions: Array.from({ length: 201 }, () => 'warmth') }), '/dimensions')
    const constraints = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, answer: 'warm', dimension: `own ${i}` }))
    const many = await createProfile(stage.service)
    await change(stage.service, many, { workingChanges: { constraints } })
    const response = await ask({ profile_id: many, include_working: true, dimensions: ['nope'] })
    expectProblem(response, 422, 'unknown_dimension')
    expect(response.body.detail).toMatch(/own 0.* and \d+ more$/)
  })

  it.each([
    ['frames that are missing', { frames: undefined }, '/frames'],
    ['frames that are not a list', { frames: { id: 'a' } }, '/frames'],
    ['a frame without an id', { frames: [{ url: 'data:,' }] }, '/frames/0/id'],
    ['a frame without an address', { frames: [{ id: 'a' }] }, '/frames/0/url'],
    ['no dimension', { dimensions: [] }, '/dimensions'],
    ['dimensions that are missing', { dimensions: undefined }, '/dimensions'],
    ['a dimension that is a number', { dimensions: [1] }, '/dimensions/0'],
    ['a profile id that is missing', { profile_id: undefined }, '/profile_id'],
    ['explain that is a word', { explain: 'yes' }, '/explain'],
    ['include_working that is a number', { include_working: 1 }, '/include_working'],
  ])('%s: 400', async (_, body, path) => {
    expectInvalidAt(await ask(body), path)
  })

  it('unknown members of the body and of frames are ignored', async () => {
    const { status, body } = await ask({ frames: [{ id: 'a', url: warm, note: 1 }], extra: true })
    expect([status, Object.keys(body.scores[0])]).toEqual([200, ['frame_id', 'aesthetics']])
  })

  it('an unknown profile is 404', async () => {
    for (const profile_id of ['prof_0', `prof_${'0'.repeat(32)}`, '']) {
      expectProblem(await ask({ profile_id }), 404, 'profile_not_found')
    }
  })

  it('an http URL and a data URL of the same bytes give the same numbers', async () => {
    const url = dataUrl(await paint({ mood: 'warm', seed: 1 }))
    expect(await scoreOf(stage.service, profile, url)).toBe(await scoreOf(stage.service, profile, warm))
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('images: %s is read', async (format) => {
    const url = dataUrl(await paint({ mood: 'warm', seed: 2, format }), `image/${format}`)
    expect(await scoreOf(stage.service, profile, url, { dimension: 'warmth' })).toBeGreaterThan(0.6)
  })

  it('an idempotent repeat returns the same response, and another body is a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await ask({}, headers)
    const again = await ask({}, headers)
    expect(first.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect([first, again].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expectProblem(await ask({ dimensions: ['usability'] }, headers), 409, 'idempotency_conflict')
  })

  it.each(['application/json', 'application/x-ndjson'])(
    'a response of more than 1 MiB as %s is not stored: a repeat scores again, another body is a conflict',
    async (accept) => {
      expect(storedResponseBytesMax).toBe(1024 * 1024)
      const key = randomUUID()
      const headers = { 'idempotency-key': key, accept }
      const frames = longIds(1000)
      const lines = ({ text }: { text: string }) => text.replace(/"latency_ms":[\d.]+/, '').split('\n').length
      const first = await ask({ frames }, headers)
      expect(first.status).toBe(200)
      expect(Buffer.byteLength(first.text)).toBeGreaterThan(storedResponseBytesMax)
      const again = await ask({ frames }, headers)
      expect(again.status).toBe(200)
      expect([again.body?.scores, lines(again)]).toEqual([first.body?.scores, lines(first)])
      expect([first, again].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, null])
      expectProblem(await ask({}, headers), 409, 'idempotency_conflict')
      expect(await storedAnswers(key)).toEqual([{ status: 200, body: null }])
    },
  )

  it('a repeat while a long response is being sent is 409; after its client disconnects it is answered', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { profile_id: profile, dimensions: ['warmth'], frames: longIds(10_000) }
    const repeat = () => stage.service.call('POST', '/v1/score', { body, headers })
    const leave = new AbortController()
    const unread = await fetch(`${stage.service.url}/v1/score`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${stage.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leave.signal,
    })
    expect(unread.status).toBe(200)
    const { detail } = expectProblem(await repeat(), 409, 'idempotency_conflict')
    expect(detail).toContain('still running')
    leave.abort()
    await expect.poll(async () => (await repeat()).status, { timeout: 20_000 }).toBe(200)
  })

  /** Each result has more than a kilobyte. */
  function longIds(count: number) {
    return Array.from({ length: count }, (_, i) => ({ id: `${i} ${'🙂'.repeat(245)}`, url: 'none' }))
  }

  async function storedAnswers(key: string) {
    const store = await openStore(readConfig(stage.service.home.env))
    const rows = await store.read.selectFrom('idempotency').select(['status', 'body']).where('key', '=', key).execute()
    await store.close()
    return rows
  }

  it('needs a key', async () => {
    expectProblem(await stage.service.call('POST', '/v1/score', { key: null, body: {} }), 401, 'missing_api_key')
  })

  const small = async (mood: 'warm' | 'cold') => dataUrl(await paint({ mood, seed: 9, width: 16, height: 16 }))
})
