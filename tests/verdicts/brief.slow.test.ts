import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { createProfile, patch, succeed } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { commitElements, openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'
import { thresholdOf, warmExemplars, warmProfile } from './judged-profile.ts'

describe.each(engines)('a brief on %s', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage.close())

  const ask = (id: string, query = '', headers: Record<string, string> = {}) =>
    stage.service.call('GET', `/v1/profiles/${id}/brief${query}`, { headers })
  const briefOf = async (id: string, query = '') => succeed(await ask(id, `?format=json${query}`)).body

  it('describes what to aim for and what to avoid, with the thresholds and how well the profile predicts', async () => {
    const id = await warmProfile(stage, 6, { name: `Evening ${engine}`, seed: 'a calm evening' })
    const brief = await briefOf(id)
    expect(brief).toMatchObject({ name: `Evening ${engine}`, seed: 'a calm evening' })
    expect(brief.summary).toContain('a calm evening')
    expect(brief.aim).toContain('warm colours')
    expect(brief.avoid).toContain('blues')
    const { dimension: _, model, ...threshold } = await thresholdOf(stage.service, id)
    expect(brief).toMatchObject({ model, thresholds: { aesthetics: threshold } })
    expect(brief.predicts).toEqual({ accuracy: expect.any(Number), judgements: expect.any(Number) })
  })

  it('reports the same figure as the diagnostics, although a large profile is validated without its newest judgements', async () => {
    const exemplars = await warmExemplars(stage, 13)
    const side = (wanted: string) => exemplars.filter(({ label }) => label === wanted)
    const comparisons = side('good').flatMap((a) =>
      side('bad')
        .slice(1)
        .map((b) => ({
          frameA: { id: a.id, url: a.url },
          frameB: { id: b.id, url: b.url },
          winner: a.id,
        })),
    )
    const id = await profileWith(stage.service, { exemplars, comparisons })
    const { predicts } = await briefOf(id)
    const diagnostics = succeed(await stage.service.call('GET', `/v1/profiles/${id}/diagnostics`)).body
    const { correct, judgements } = diagnostics.dimensions[0].selfPrediction
    expect(predicts).toEqual({ accuracy: correct, judgements })
    expect(judgements).toBeLessThan(Math.floor((exemplars.length + comparisons.length) * 0.8))
  })

  it('has the palette and the newest examples of each side, of the pictures that can be shown', async () => {
    const exemplars = [
      ...(await warmExemplars(stage, 7)),
      { id: 'gone', label: 'good', url: stage.host.url('gone.png') },
    ]
    const { palette, examples } = await briefOf(await profileWith(stage.service, { exemplars }))
    expect(palette.length).toBeGreaterThan(0)
    expect(palette.length).toBeLessThanOrEqual(8)
    for (const { hex, share } of palette) {
      const [red = 0, , blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      expect(red).toBeGreaterThan(blue)
      expect(share).toBeGreaterThan(0)
    }
    const ids = (side: { elementId: string }[]) => side.map(({ elementId }) => elementId)
    expect(ids(examples.good)).toEqual(['good6', 'good5', 'good4', 'good3', 'good2', 'good1'])
    expect(ids(examples.bad)).toEqual(['bad6', 'bad5', 'bad4', 'bad3', 'bad2', 'bad1'])
    const { status, headers } = await stage.service.call('GET', examples.good[0].thumbnail)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('names examples after the files in the library', async () => {
    const file = new File([await paint({ mood: 'warm', seed: 31 })], 'cover.png', { type: 'image/png' })
    const form = new FormData()
    form.set('file', file)
    const headers = { authorization: `Bearer ${stage.service.key}` }
    const upload = `${stage.service.url}/api/frames/upload?projectId=studio`
    const uploaded = await fetch(upload, { method: 'POST', body: form, headers })
    const { url } = (await uploaded.json()) as { url: string }
    const { examples } = await briefOf(
      await profileWith(stage.service, { exemplars: [{ id: 'e', label: 'good', url }] }),
    )
    expect(examples).toEqual({
      good: [{ elementId: 'e', thumbnail: expect.stringMatching(/^\/v1\/thumbnails\//), name: 'cover.png' }],
      bad: [],
    })
  })

  it('is empty for a profile that has learned nothing', async () => {
    const id = await createProfile(stage.service, { name: `Empty ${engine}` })
    const none = { total: 0, passed: 0 }
    expect(await briefOf(id)).toEqual({
      name: `Empty ${engine}`,
      summary: '',
      aim: [],
      avoid: [],
      evidence: [],
      palette: [],
      model: expect.stringMatching(/^\w{12}$/),
      thresholds: { aesthetics: { pass: 0.5, fail: 0.35, source: 'default', evidence: { good: none, bad: none } } },
      predicts: null,
      examples: { good: [], bad: [] },
      representative: [],
    })
    expect((await ask(id)).text).toBe(
      [
        `# Empty ${engine}`,
        'Nothing has been taught yet.',
        '## Threshold',
        '- aesthetics: A score of 0.5 passes. This threshold is the default.',
        '## How far to trust it',
        'There are too few judgements to say how well the profile predicts its owner.\n',
      ].join('\n\n'),
    )
  })

  it('belongs to a state', async () => {
    const id = await createProfile(stage.service)
    await commitElements(stage.service, id, 'v1', { constraints: [{ id: 'c', question: 'q', answer: 'warm' }] })
    await commitElements(stage.service, id, 'v2', { constraints: [{ id: 'c', question: 'q', answer: 'dark' }] })
    const workingChanges = { constraints: [{ id: 'w', question: 'and', answer: 'colourful' }] }
    succeed(await patch(stage.service, id, { profileData: { workingChanges } }))
    const aim = async (query: string) => (await briefOf(id, query)).aim
    expect(await aim('&version_id=v1')).toEqual(['warm colours'])
    expect(await aim('')).toEqual(['dark tones'])
    expect(await aim('&branch_id=main&include_working=true')).toEqual(['dark tones', 'a lot of colour'])
  })

  it('has thresholds of dimensions that are set or learned', async () => {
    const id = await profileWith(stage.service, {
      exemplars: await warmExemplars(stage, 3, { dimension: 'calm' }),
      constraints: [{ id: 'c', question: 'q', answer: 'bright', dimension: 'untaught' }],
    })
    succeed(await patch(stage.service, id, { thresholds: { trust: { pass: 0.8 } } }))
    const { thresholds } = await briefOf(id)
    expect(Object.keys(thresholds).sort()).toEqual(['aesthetics', 'calm', 'trust'])
    expect(thresholds.calm.source).toBe('learned')
    expect(thresholds.trust).toMatchObject({ pass: 0.8, source: 'set' })
  })

  it('is Markdown unless another format is asked for, and is not sent again while it is the same', async () => {
    const id = await warmProfile(stage, 3)
    const first = await ask(id)
    expect(first.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(first.text).toMatch(/^# Taste /)
    const etag = first.headers.get('etag') ?? ''
    const again = await ask(id, '?format=markdown', { 'if-none-match': etag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await ask(id, '?format=design', { 'if-none-match': etag })).text).toMatch(/^---\nname: "Taste /)
    succeed(await patch(stage.service, id, { thresholds: { aesthetics: { pass: 0.99 } } }))
    expect((await ask(id, '', { 'if-none-match': etag })).status).toBe(200)
  })

  it('is refused like other reads of a state', async () => {
    const id = await createProfile(stage.service)
    expectProblem(await ask(id, '?format=pdf'), 400, 'invalid_request')
    expectProblem(await ask(id, '?version_id=nothing'), 404, 'version_not_found')
    expectProblem(await ask(id, '?branch_id=nothing'), 404, 'branch_not_found')
    expectProblem(await ask(id, '?version_id=v&include_working=true'), 400, 'invalid_request')
    expectProblem(await ask(`prof_${'0'.repeat(32)}`), 404, 'profile_not_found')
  })
})
