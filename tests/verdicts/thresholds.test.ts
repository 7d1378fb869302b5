import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { createProfile, patch, problemOf, read, readExport, refuse, succeed } from '../profiles/profile-requests.ts'
import { commitElements, openStage, type Stage, scoreOf } from '../scoring/scoring-service.ts'
import { thresholdOf, warmExemplars, warmProfile } from './judged-profile.ts'

const none = { total: 0, passed: 0 }
const byDefault = { pass: 0.5, fail: 0.35, source: 'default', evidence: { good: none, bad: none } }

describe.each(engines)('thresholds on %s', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage.close())

  const set = async (id: string, thresholds: object) => succeed(await patch(stage.service, id, { thresholds }))
  const ownThreshold = (id: string, query = '') => thresholdOf(stage.service, id, query)

  it('are the default before there are labels', async () => {
    const id = await createProfile(stage.service)
    const model = expect.stringMatching(/^[0-9a-z]{12}$/)
    expect(await ownThreshold(id)).toEqual({ dimension: 'aesthetics', ...byDefault, model })
    expect(await ownThreshold(id, '?dimension=likeness')).toEqual({ dimension: 'likeness', ...byDefault, model })
  })

  it('are learned from labels that the model has not seen, and separate them', async () => {
    const { service } = stage
    const id = await warmProfile(stage)
    const threshold = await ownThreshold(id)
    expect(threshold).toMatchObject({ dimension: 'aesthetics', source: 'learned' })
    expect(threshold.evidence).toEqual({ good: { total: 5, passed: 5 }, bad: { total: 5, passed: 0 } })
    expect(threshold.fail).toBeLessThanOrEqual(threshold.pass)
    expect(await scoreOf(service, id, await stage.picture('warm', 1))).toBeGreaterThanOrEqual(threshold.pass)
    expect(await scoreOf(service, id, await stage.picture('cold', 1))).toBeLessThan(threshold.fail)
    expect(await ownThreshold(id)).toEqual(threshold)
  })

  it('belong to a dimension and to a state', async () => {
    const { service } = stage
    const id = await createProfile(service)
    await commitElements(service, id, 'v1', { exemplars: await warmExemplars(stage, 3, { dimension: 'calm' }) })
    await commitElements(service, id, 'v2', { exemplars: [] })
    const workingChanges = { exemplars: await warmExemplars(stage, 4, { dimension: 'calm' }) }
    succeed(await patch(service, id, { profileData: { workingChanges } }))
    const totals = async (query: string) => (await ownThreshold(id, query)).evidence.good.total
    expect(await totals('?dimension=calm&version_id=v1')).toBe(3)
    expect(await totals('?dimension=calm&include_working=true')).toBe(4)
    expect(await totals('?dimension=calm&branch_id=main&include_working=true')).toBe(4)
    expect(await totals('?version_id=v1')).toBe(0)
  })

  it('are refused for dimensions that are not learned', async () => {
    const id = await createProfile(stage.service)
    const ask = (query: string) => stage.service.call('GET', `/v1/profiles/${id}/threshold${query}`)
    for (const dimension of ['brightness', 'calm', 'verdict', '']) {
      expectProblem(await ask(`?dimension=${dimension}`), 422, 'unknown_dimension')
    }
    expectProblem(await ask('?version_id=nothing'), 404, 'version_not_found')
    expectProblem(await ask('?branch_id=nothing'), 404, 'branch_not_found')
    expectProblem(await ask('?version_id=v1&branch_id=main'), 400, 'invalid_request')
    expectProblem(await ask('?version_id=v1&include_working=true'), 400, 'invalid_request')
    expectProblem(await ask('?include_working=maybe'), 400, 'invalid_request')
    const missing = `/v1/profiles/prof_${'0'.repeat(32)}/threshold`
    expectProblem(await stage.service.call('GET', missing), 404, 'profile_not_found')
  })

  it('can be set for each dimension, and show the evidence', async () => {
    const id = await warmProfile(stage, 3)
    const learned = await ownThreshold(id)
    const { body, headers } = await set(id, { aesthetics: { pass: 0.9 }, calm: { pass: 0.7, fail: 0.2 } })
    expect(body.thresholds).toEqual({ aesthetics: { pass: 0.9 }, calm: { pass: 0.7, fail: 0.2 } })
    expect(headers.get('etag')).toMatch(/^"3-/)
    const threshold = await ownThreshold(id)
    expect(threshold).toMatchObject({ pass: 0.9, fail: learned.fail, source: 'set' })
    expect(threshold.evidence.good.total).toBe(3)
    await set(id, { aesthetics: { pass: 0.1 } })
    expect(await ownThreshold(id)).toMatchObject({ pass: 0.1, fail: 0.1, source: 'set' })
    expect((await read(stage.service, id)).thresholds).toEqual({
      aesthetics: { pass: 0.1 },
      calm: { pass: 0.7, fail: 0.2 },
    })
    await set(id, { aesthetics: null, calm: null })
    expect(await read(stage.service, id)).not.toHaveProperty('thresholds')
    expect(await ownThreshold(id)).toEqual(learned)
  })

  it('are in the list of profiles where some are set, and not in versions', async () => {
    const id = await createProfile(stage.service, { projectId: 'listed' })
    const listed = async () => succeed(await stage.service.call('GET', '/v1/profiles?projectId=listed')).body.profiles
    expect(await listed()).toEqual([expect.not.objectContaining({ thresholds: expect.anything() })])
    await set(id, { aesthetics: { pass: 0.6, fail: 0.4 } })
    expect(await listed()).toEqual([
      expect.objectContaining({ id, thresholds: { aesthetics: { pass: 0.6, fail: 0.4 } } }),
    ])
    await commitElements(stage.service, id, 'v1', {})
    const version = succeed(await stage.service.call('GET', `/v1/profiles/${id}/versions/v1`)).body
    expect(JSON.stringify(version)).not.toContain('threshold')
  })

  it('are exported and imported, but a profile based on another starts without them', async () => {
    const id = await createProfile(stage.service)
    const thresholds = { aesthetics: { pass: 0.6 }, constructor: { pass: 0.5 } }
    await set(id, thresholds)
    const document = await readExport(stage.service, id)
    expect(document.thresholds).toEqual(thresholds)
    const importing = (body: object) => stage.service.call('POST', '/v1/profiles/import', { body })
    const { body } = await importing({ ...document, name: 'Imported' })
    expect((await read(stage.service, body.id)).thresholds).toEqual(thresholds)
    expectProblem(
      await importing({ ...document, name: 'x', thresholds: { aesthetics: { pass: 2 } } }),
      400,
      'invalid_request',
    )
    const copy = await createProfile(stage.service, { basedOn: id })
    expect(await read(stage.service, copy)).not.toHaveProperty('thresholds')
  })

  it('are refused if they are not numbers from 0 to 1 in order, and nothing changes', async () => {
    const id = await createProfile(stage.service)
    await set(id, { aesthetics: { pass: 0.6 } })
    const wrong = [
      { pass: 1.1 },
      { pass: -0.1 },
      { pass: '0.5' },
      { fail: 0.2 },
      { pass: 0.5, fail: 0.6 },
      { pass: 0.5, fail: -1 },
      0.5,
    ]
    for (const threshold of wrong) {
      await refuse(
        stage.service,
        id,
        { thresholds: { calm: { pass: 0.5 }, aesthetics: threshold } },
        400,
        'invalid_request',
      )
    }
    await refuse(stage.service, id, { thresholds: { '': { pass: 0.5 } } }, 400, 'invalid_request')
    await refuse(stage.service, id, { thresholds: { ['x'.repeat(65)]: { pass: 0.5 } } }, 400, 'invalid_request')
    await refuse(stage.service, id, { thresholds: { brightness: { pass: 0.5 } } }, 422, 'unknown_dimension')
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`d${i}`, { pass: 0.5 }]))
    await refuse(stage.service, id, { thresholds: many }, 400, 'invalid_request')
    expect(problemOf(await patch(stage.service, id, { thresholds: null }))).toEqual([400, 'invalid_request'])
    await set(id, { ...many, aesthetics: null })
  })

  it('are named in the event of the change', async () => {
    const id = await createProfile(stage.service)
    await set(id, { aesthetics: { pass: 0.6 } })
    const { events } = succeed(await stage.service.call('GET', '/v1/events?type=profile.updated')).body
    const [event] = events.filter(({ data }: { data: { profileId: string } }) => data.profileId === id)
    expect(event.data.changes).toEqual(['thresholds'])
  })

  it('can be read with the scopes read and score', async () => {
    const id = await createProfile(stage.service)
    const keyFor = async (scope: string) => {
      const body = { name: scope, scopes: [scope] }
      return (await stage.service.call('POST', '/api/api-keys', { body })).body.key
    }
    for (const [scope, status] of [
      ['read', 200],
      ['score', 200],
      ['teach', 403],
    ] as const) {
      const key = await keyFor(scope)
      expect((await stage.service.call('GET', `/v1/profiles/${id}/threshold`, { key })).status).toBe(status)
    }
  })
})
