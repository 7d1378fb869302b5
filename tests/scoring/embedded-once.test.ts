import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createHome, type Home, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from './embedding-endpoint.ts'
import { dataUrl, paint } from './pictures.ts'
import {
  askScore,
  diagnose,
  loopbackAllowed,
  openStage,
  profileWith,
  type Stage,
  scoreOf,
  scoresOf,
} from './scoring-service.ts'

describe('no picture is embedded twice', () => {
  let endpoint: EmbeddingEndpoint
  let home: Home
  let stage: Stage
  let profile: string
  let env: Record<string, string>
  beforeAll(async () => {
    endpoint = await startEmbeddingEndpoint()
    env = { PALATE_EMBEDDER: endpoint.setting }
    home = await createHome('sqlite')
    stage = await openStage('sqlite', env, home)
    profile = await createProfile(stage.service)
  })
  beforeEach(() => endpoint.forget())
  afterAll(async () => {
    await stage.close()
    await home.remove()
    await endpoint.close()
  })

  it('however often it is scored, by any profile and under any URL', async () => {
    const bytes = await paint({ mood: 'warm', seed: 1 })
    const urls = [await stage.picture('warm', 1), dataUrl(bytes), stage.host.url('copy.png')]
    stage.host.show('copy.png', { bytes })
    const other = await createProfile(stage.service)
    for (const id of [profile, other]) for (const url of urls) await scoreOf(stage.service, id, url)
    expect(endpoint.embedded).toBe(1)
  })

  it('even if many requests need it at the same time', async () => {
    const frames = Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, url: stage.host.url('cold-2.png') }))
    await stage.picture('cold', 2)
    await Promise.all([1, 2, 3].map(() => scoresOf(stage.service, profile, frames)))
    expect(endpoint.embedded).toBe(1)
  })

  it('whether it is scored before or after a profile learns from it', async () => {
    const [scoredFirst, taughtFirst] = [await stage.picture('warm', 3), await stage.picture('warm', 4)]
    await scoreOf(stage.service, profile, scoredFirst)
    const exemplars = [scoredFirst, taughtFirst].map((url, i) => ({ id: `${i}`, url, label: 'good' }))
    const id = await profileWith(stage.service, { exemplars })
    await scoreOf(stage.service, id, taughtFirst)
    expect(endpoint.embedded).toBe(2)
  })

  it('even after a restart', async () => {
    const url = await stage.picture('cold', 5)
    const before = await scoreOf(stage.service, profile, url)
    await stage.service.stop()
    const restarted = await startService('sqlite', { ...loopbackAllowed, ...env }, home)
    endpoint.forget()
    expect(await scoreOf(restarted, profile, url)).toBe(before)
    expect(endpoint.embedded).toBe(0)
    stage = {
      ...stage,
      service: restarted,
      close: async () => void (await Promise.all([restarted.stop(), stage.host.close()])),
    }
  })

  it('a picture with an ETag is not even sent twice', async () => {
    stage.host.show('tagged.png', { bytes: await paint({ mood: 'warm', seed: 6 }), etag: '"six"' })
    const url = stage.host.url('tagged.png')
    const first = await scoreOf(stage.service, profile, url)
    for (let i = 0; i < 2; i++) expect(await scoreOf(stage.service, profile, url)).toBe(first)
    expect(stage.host.answersTo('tagged.png')).toEqual([200, 304, 304])
    stage.host.show('tagged.png', { bytes: await paint({ mood: 'cold', seed: 6 }), etag: '"seven"' })
    expect(await scoreOf(stage.service, profile, url, { dimension: 'warmth' })).toBeLessThan(0.5)
    expect(stage.host.answersTo('tagged.png')).toEqual([200, 304, 304, 200])
  })

  it('accounts share no features, so that none can find out what another has', async () => {
    const url = await stage.picture('warm', 7)
    await scoreOf(stage.service, profile, url)
    const stranger = stage.service.as(await stage.service.newAccount())
    await scoreOf(stranger, await createProfile(stranger), url)
    expect(endpoint.embedded).toBe(2)
  })

  it('while the embedder does not answer, scoring is 503 unavailable, and recovers afterwards', async () => {
    const url = await stage.picture('warm', 8)
    const taught = await profileWith(stage.service, { exemplars: [{ id: 'e', url, label: 'good' }] })
    endpoint.answerWith(500)
    const frames = [{ id: 'f', url }]
    expectProblem(await askScore(stage.service, { profile_id: profile, frames }), 503, 'unavailable')
    expectProblem(await askScore(stage.service, { profile_id: taught, frames }), 503, 'unavailable')
    const at = `/v1/profiles/${taught}`
    expectProblem(await stage.service.call('GET', `${at}/diagnostics`), 503, 'unavailable')
    expectProblem(await stage.service.call('POST', `${at}/refresh`), 503, 'unavailable')
    expect((await stage.service.call('GET', at)).status).toBe(200)
    endpoint.answerWith(200)
    expect(await scoreOf(stage.service, taught, url)).toBeGreaterThan(0.5)
  })

  it('a change of embedder reads the pictures again and never mixes spaces', async () => {
    const names = ['kept.png', 'changed.png']
    // Two different pictures: the features of the same picture would be found by its content hash.
    for (const [seed, name] of names.entries()) stage.host.show(name, { bytes: await paint({ mood: 'warm', seed }) })
    const exemplars = names.map((name) => ({ id: name, url: stage.host.url(name), label: 'good' }))
    const id = await profileWith(stage.service, { exemplars })
    await scoreOf(stage.service, id, stage.host.url('kept.png'))
    stage.host.show('changed.png', { bytes: await paint({ mood: 'cold', seed: 9 }) })

    const other = await startService('sqlite', { ...loopbackAllowed, PALATE_EMBEDDER: `${endpoint.setting}2` }, home)
    endpoint.answerWith(500)
    expect((await other.call('GET', `/v1/profiles/${id}`)).status).toBe(200)
    endpoint.answerWith(200)
    endpoint.forget()
    const { pictures, unusable, embedder } = await diagnose(other, id)
    expect(embedder).not.toBe((await diagnose(stage.service, id)).embedder)
    expect(pictures).toBe(1)
    expect(unusable.map((one: { id: string; code: string }) => [one.id, one.code])).toEqual([
      ['changed.png', 'fetch_failed'],
    ])
    expect(endpoint.embedded).toBe(2)
    expect((await diagnose(stage.service, id)).unusable).toEqual([])
    await other.stop()
  })
})
