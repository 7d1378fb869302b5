import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { askScore, diagnose, openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'

describe('a large profile', () => {
  let stage: Stage
  let urls: readonly string[]
  /** Two profiles with the same judgements. One is large because of an ignored text. */
  let small: string
  let large: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    urls = await Promise.all([1, 2, 3].flatMap((seed) => [stage.picture('warm', seed), stage.picture('cold', seed)]))
    small = await profileWith(stage.service, elements(''))
    large = await profileWith(stage.service, elements('x'.repeat(100_000)))
  })
  afterAll(() => stage.close())

  function elements(note: string) {
    const exemplars = urls.slice(0, 4).map((url, i) => ({ id: `e${i}`, url, label: i % 2 === 0 ? 'good' : 'bad' }))
    const pairs = Array.from({ length: 8 }, (_, i) => [i % 4, (i + 1 + (i >> 2)) % 4] as const)
    return {
      constraints: [
        { id: 'c1', question: 'Which colours?', answer: 'warm ones', note },
        { id: 'c2', question: 'How busy?', answer: 'xyzzy', dimension: 'trust' },
      ],
      exemplars: [...exemplars, { id: 'gone', url: stage.host.url('gone.png'), label: 'good' }],
      comparisons: pairs.map(([a, b], i) => ({ id: `p${i}`, frameA: `e${a}`, frameB: `e${b}`, winner: `e${a}` })),
    }
  }

  async function scored(id: string, more: object = {}) {
    const frames = [
      { id: 'new', url: urls[4] },
      { id: 'judged', url: urls[0] },
    ]
    const dimensions = ['aesthetics', 'trust', 'brightness', 'aesthetics']
    const body = { profile_id: id, frames, dimensions, explain: true, ...more }
    return succeed(await askScore(stage.service, body)).body.scores
  }

  it('is shared like a small one', async () => {
    const pages = []
    for (const profileId of [small, large]) {
      const { url } = (await stage.service.call('POST', '/v1/shares', { body: { profileId, title: 'Taste' } })).body
      const { text } = await stage.service.call('GET', url, { key: null })
      pages.push(text.replaceAll(url.split('/').at(-1), '').replace(/<dt>Taste<\/dt><dd>[^<]*/, ''))
    }
    expect(pages[0]).toContain('Liked')
    expect(pages[1]).toBe(pages[0])
  })

  it('has the same scores as a small one, the first time and again', async () => {
    const expected = await scored(small)
    expect(expected[0]).toMatchObject({ aesthetics: expect.any(Number), trust: expect.any(Number) })
    expect(await scored(large)).toEqual(expected)
    expect(await scored(large)).toEqual(expected)
    expect(await scored(large, { version_id: 'v1' })).toEqual(expected)
  })

  it('has the same scores with its working changes', async () => {
    const workingChanges = { exemplars: [{ id: 'w', url: urls[4], label: 'bad' }] }
    for (const id of [small, large]) {
      succeed(await stage.service.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { workingChanges } } }))
    }
    const expected = await scored(small, { include_working: true })
    expect(expected).not.toEqual(await scored(small))
    expect(await scored(large, { include_working: true })).toEqual(expected)
  })

  it('has the same threshold, verdicts and brief', async () => {
    const [one, other] = await Promise.all(
      [small, large].map(async (id) => {
        const read = async (path: string) => succeed(await stage.service.call('GET', `/v1/profiles/${id}/${path}`)).body
        return {
          threshold: await read('threshold?version_id=v1'),
          brief: { ...(await read('brief?format=json&version_id=v1')), name: '' },
          scores: await scored(id, { verdict: true, version_id: 'v1' }),
        }
      }),
    )
    expect(one?.threshold.evidence.good.total).toBe(2)
    expect(one?.brief.examples.good).toHaveLength(2)
    expect(one?.brief.palette.length).toBeGreaterThan(0)
    expect(one?.scores[0].verdict).toMatchObject({ aesthetics: { decision: expect.any(String) } })
    expect(other).toEqual(one)
  })

  it('has the same results in a batch, of a version and of working changes', async () => {
    const results = async (id: string, include_working: boolean) => {
      const frames = [{ id: 'new', url: urls[5] }]
      const body = { profile_id: id, frames, dimensions: ['aesthetics'], explain: true, include_working }
      const { text } = succeed(await stage.service.call('POST', '/v1/score/batch', { body }))
      return text.split('\n').filter((line) => line.includes('"type":"score"'))
    }
    for (const includeWorking of [false, true]) {
      const expected = await results(small, includeWorking)
      expect(expected).toHaveLength(1)
      expect(await results(large, includeWorking)).toEqual(expected)
    }
  })

  it('has the same diagnostics, also after a refresh', async () => {
    const expected = await diagnose(stage.service, small)
    expect(expected.dimensions[0].selfPrediction).toMatchObject({ judgements: expect.any(Number) })
    expect(expected.unusable).toMatchObject([{ id: 'gone', code: 'fetch_failed' }])
    for (const query of ['', '?includeWorking=true', '?versionId=v1']) {
      const other = await diagnose(stage.service, small, query)
      expect(await diagnose(stage.service, large, query)).toEqual({ ...other, profileId: large })
    }
    const refresh = async (id: string) => succeed(await stage.service.call('POST', `/v1/profiles/${id}/refresh`)).body
    expect(await refresh(large)).toEqual(await refresh(small))
    expect(await diagnose(stage.service, large)).toEqual({ ...expected, profileId: large })
  })

  it('has the same suggestions, except for parts that depend on its id', async () => {
    const suggested = async (id: string, query: string) =>
      succeed(await stage.service.call('GET', `/v1/profiles/${id}/suggestions${query}`)).body
    for (const query of ['', '?kind=label', '?dimension=trust']) {
      const [expected, found] = [await suggested(small, query), await suggested(large, query)]
      const kindsOf = ({ suggestions }: { suggestions: { kind: string }[] }) => suggestions.map(({ kind }) => kind)
      expect(kindsOf(expected).length).toBeGreaterThan(0)
      expect([kindsOf(found), found.enough, found.remaining]).toEqual([
        kindsOf(expected),
        expected.enough,
        expected.remaining,
      ])
    }
  })

  it('refuses the same requests as a small one, with the same texts', async () => {
    const answersOf = async (id: string) => [
      await askScore(stage.service, { profile_id: id, frames: [{ id: 'f', url: urls[0] }], dimensions: ['joy'] }),
      await stage.service.call('GET', `/v1/profiles/${id}/diagnostics?versionId=none`),
      await stage.service.call('POST', '/v1/alerts', { body: { profileId: id, dimension: 'joy', below: 0.5 } }),
    ]
    const [first, second] = [await answersOf(small), await answersOf(large)].map((answers) =>
      answers.map(({ status, body: { requestId: _, instance: __, ...problem } }) => ({ status, problem })),
    )
    expect(first?.map(({ status }) => status)).toEqual([422, 404, 422])
    expect(second).toEqual(first)
    const rule = { profileId: large, dimension: 'trust', below: 0.5 }
    expect((await stage.service.call('POST', '/v1/alerts', { body: rule })).status).toBe(201)
  })

  it('that is deleted is 404 when scored against', async () => {
    const id = await createProfile(stage.service)
    const workingChanges = elements('x'.repeat(100_000))
    succeed(await stage.service.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { workingChanges } } }))
    succeed(await stage.service.call('DELETE', `/v1/profiles/${id}`))
    const body = { profile_id: id, frames: [{ id: 'f', url: urls[0] }], include_working: true }
    expectProblem(await askScore(stage.service, body), 404, 'profile_not_found')
  })
})
