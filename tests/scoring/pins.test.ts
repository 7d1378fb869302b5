import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { createProfile, read } from '../profiles/profile-requests.ts'
import { paint } from './pictures.ts'
import {
  commitElements,
  diagnose,
  loopbackAllowed,
  openStage,
  profileWith,
  type Stage,
  scoreOf,
} from './scoring-service.ts'

describe.each(engines)('pinned pictures on %s', (engine) => {
  let stage: Stage
  let home: Home
  let probe: string
  let neutral: number
  beforeAll(async () => {
    home = await createHome(engine)
    stage = await openStage(engine, {}, home)
    probe = await stage.picture('warm', 1)
    neutral = await scored(await createProfile(stage.service))
  })
  afterAll(async () => {
    await stage.close()
    await home.remove()
  })

  let names = 0
  const newName = () => `picture ${++names}`.replace(' ', '-')
  const scored = (id: string, more: object = {}) => scoreOf(stage.service, id, probe, { ...more })
  const liking = (name: string) => ({ exemplars: [{ id: 'e', url: stage.host.url(name), label: 'good' }] })
  const refresh = (id: string) => stage.service.call('POST', `/v1/profiles/${id}/refresh`)

  it('pictures are read once, when a state is first used', async () => {
    const name = newName()
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 2 }) })
    const id = await profileWith(stage.service, liking(name))
    const first = await scored(id)
    expect(first).toBeGreaterThan(neutral)
    for (let i = 0; i < 3; i++) expect(await scored(id)).toBe(first)
    await diagnose(stage.service, id)
    await read(stage.service, id)
    expect(stage.host.answersTo(name)).toEqual([200])
  })

  it('a picture that changes behind its URL does not change the scores of this version or of later ones', async () => {
    const name = newName()
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 3 }) })
    const id = await profileWith(stage.service, liking(name))
    const first = await scored(id)
    stage.host.show(name, { bytes: await paint({ mood: 'cold', seed: 3 }) })
    await commitElements(stage.service, id, 'v2', {
      ...liking(name),
      constraints: [{ id: 'c', question: 'q', answer: 'x' }],
    })
    expect([await scored(id, { version_id: 'v1' }), await scored(id)]).toEqual([first, first])
    expect((await refresh(id)).body).toEqual({ pictures: 1, unusable: [] })
    expect([await scored(id, { version_id: 'v1' }), await scored(id)]).toEqual([first, first])
    const anew = await profileWith(stage.service, liking(name))
    expect(await scored(anew)).not.toBe(first)
  })

  it('the scores stay after a restart, when the host is gone', async () => {
    const name = newName()
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 4 }) })
    const id = await profileWith(stage.service, liking(name))
    const first = await scored(id)
    stage.host.show(name, { status: 500 })
    const restarted = await startService(engine, loopbackAllowed, home)
    expect(await scoreOf(restarted, id, probe)).toBe(first)
    await restarted.stop()
    expect(stage.host.answersTo(name)).toEqual([200])
  })

  it('an element whose picture cannot be read is stored anyway, and named in the diagnostics', async () => {
    const name = newName()
    stage.host.show(name, { status: 503 })
    const id = await profileWith(stage.service, liking(name))
    expect(await scored(id)).toBe(neutral)
    expect((await read(stage.service, id)).effectiveSnapshot.exemplars).toEqual(liking(name).exemplars)
    const { pictures, unusable } = await diagnose(stage.service, id)
    expect(pictures).toBe(0)
    expect(unusable).toEqual([
      { kind: 'exemplars', id: 'e', code: 'fetch_failed', message: expect.stringContaining('503'), retryable: true },
    ])
  })

  it('once the host is back the scores stay the same until a refresh reads the missing pictures', async () => {
    const name = newName()
    stage.host.show(name, { status: 503 })
    const id = await profileWith(stage.service, liking(name))
    expect(await scored(id)).toBe(neutral)
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 2 }) })
    expect(await scored(id)).toBe(neutral)
    await commitElements(stage.service, id, 'v2', {
      ...liking(name),
      constraints: [{ id: 'c', question: 'q', answer: 'x' }],
    })
    expect(await scored(id)).toBe(neutral)
    expect((await diagnose(stage.service, id)).unusable).toHaveLength(1)
    expect(stage.host.answersTo(name)).toEqual([503])
    const answer = await refresh(id)
    expect([answer.status, answer.body]).toEqual([200, { pictures: 1, unusable: [] }])
    expect(stage.host.answersTo(name)).toEqual([503, 200])
    expect(await scored(id)).toBeGreaterThan(neutral)
    expect((await diagnose(stage.service, id)).unusable).toEqual([])
  })

  it('a refresh is seen by the other processes on the store', async () => {
    const beside = await startService(engine, loopbackAllowed, home)
    const name = newName()
    stage.host.show(name, { status: 503 })
    const id = await profileWith(stage.service, liking(name))
    expect([await scored(id), await scoreOf(beside, id, probe)]).toEqual([neutral, neutral])
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 2 }) })
    await refresh(id)
    expect(await scoreOf(beside, id, probe)).toBe(await scored(id))
    expect(await scored(id)).toBeGreaterThan(neutral)
    await beside.stop()
  })

  it('if two processes get different pictures at the same time, both use the pins of the first', async () => {
    const beside = await startService(engine, loopbackAllowed, home)
    const name = newName()
    stage.host.gather(name, [await paint({ mood: 'warm', seed: 60 }), await paint({ mood: 'cold', seed: 60 })])
    const id = await profileWith(stage.service, liking(name))
    const [one, two] = await Promise.all([stage.service, beside].map((each) => scoreOf(each, id, probe)))
    expect(one).toBe(two)
    expect(await scored(id)).toBe(one)
    await beside.stop()
  })

  it('a refresh while the host is still gone says so and changes nothing', async () => {
    const name = newName()
    const id = await profileWith(stage.service, liking(name))
    expect(await scored(id)).toBe(neutral)
    const { body } = await refresh(id)
    expect(body).toEqual({ pictures: 0, unusable: [expect.objectContaining({ id: 'e', code: 'fetch_failed' })] })
    expect(await scored(id)).toBe(neutral)
  })

  it('a refresh of an unknown profile is 404', async () => {
    expectProblem(await refresh(`prof_${'0'.repeat(32)}`), 404, 'profile_not_found')
  })

  it('a profile that is deleted while its pictures are read is 404', async () => {
    const name = newName()
    stage.host.gather(name, [await paint({ mood: 'warm', seed: 2 }), Buffer.alloc(0)])
    const id = await profileWith(stage.service, liking(name))
    const scoring = stage.service.call('POST', '/v1/score', {
      body: { profile_id: id, dimensions: ['aesthetics'], frames: [{ id: 'f', url: probe }] },
    })
    await expect.poll(() => stage.host.gathered(name)).toBe(1)
    expect((await stage.service.call('DELETE', `/v1/profiles/${id}`)).status).toBe(200)
    await fetch(stage.host.url(name))
    expectProblem(await scoring, 404, 'profile_not_found')
    expectProblem(await stage.service.call('GET', `/v1/profiles/${id}/diagnostics`), 404, 'profile_not_found')
  })
})

it('storing a new picture of a profile does not rewrite the features of the others', async () => {
  const home = await createHome('sqlite')
  const first = await openStage('sqlite', {}, home)
  const urls = await Promise.all([1, 2, 3].map((seed) => first.picture('warm', seed)))
  const [probe = '', one, other] = urls
  const exemplar = (url: string | undefined, id: string) => ({ id, url, label: 'good' })
  const id = await profileWith(first.service, { exemplars: [exemplar(one, 'a')] })
  await scoreOf(first.service, id, probe)
  // Stopping flushes the memory, so that nothing renews the rows later.
  await first.service.stop()
  const store = await openStore(readConfig(home.env))
  const longAgo = '2020-01-01T00:00:00.000Z'
  await store.write((db) => db.updateTable('features').set({ created_at: longAgo }).execute())
  const again = await startService('sqlite', loopbackAllowed, home)
  await commitElements(again, id, 'v2', { exemplars: [exemplar(one, 'a'), exemplar(other, 'b')] })
  expect(await diagnose(again, id)).toMatchObject({ pictures: 2, unusable: [] })
  const pinned = await store.read
    .selectFrom('pins')
    .innerJoin('features', 'features.content_hash', 'pins.content_hash')
    .select('features.created_at')
    .execute()
  expect(pinned.filter(({ created_at }) => created_at === longAgo)).toHaveLength(1)
  expect(pinned).toHaveLength(2)
  await store.close()
  await again.stop()
  await first.host.close()
  await home.remove()
})
