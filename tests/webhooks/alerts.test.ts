import { alertFramesMax, alertsPerProfileMax } from '@palate/core/webhooks/alerts.ts'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { change, commit, createProfile, version } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { createWebhook, events, useWebhookService } from './webhook-requests.ts'

const picture = async (background: string) => {
  const image = sharp({ create: { width: 32, height: 32, channels: 3, background } })
  return `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`
}

describe('alerts', () => {
  const service = useWebhookService('sqlite')
  let client: Client
  let dark: string
  let bright: string
  beforeAll(async () => {
    dark = await picture('#000000')
    bright = await picture('#ffffff')
  })
  beforeEach(async () => {
    client = service.as(await service.newAccount())
  })

  const create = (body: object) => client.call('POST', '/v1/alerts', { body })
  const alerts = async () => (await events(client, '?type=quality.alert')).toReversed().map(({ data }) => data)

  async function score(profileId: string, ...urls: readonly string[]) {
    const frames = urls.map((url, i) => ({ id: `f${i}`, url }))
    const body = { profile_id: profileId, frames, dimensions: ['brightness'] }
    const answer = await client.call('POST', '/v1/score', { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.scores.map(({ brightness }: { brightness: number | null }) => brightness)
  }

  test('a rule is created, listed and deleted', async () => {
    const profileId = await createProfile(client)
    const made = await create({ profileId, dimension: 'aesthetics', below: 0.4 })
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.stringMatching(/^alert_[0-9a-f]{32}$/), profileId, dimension: 'aesthetics', below: 0.4, over: 1 },
    ])
    expect((await client.call('GET', '/v1/alerts')).body).toEqual({ alerts: [made.body] })
    expect((await client.call('GET', `/v1/alerts?profileId=${profileId}`)).body).toEqual({ alerts: [made.body] })
    const stranger = service.as(await service.newAccount())
    expect((await stranger.call('GET', '/v1/alerts')).body).toEqual({ alerts: [] })
    const path = `/v1/alerts/${made.body.id}`
    expectProblem(await stranger.call('DELETE', path), 404, 'alert_not_found')
    expect((await client.call('DELETE', path)).body).toEqual({ success: true })
    expectProblem(await client.call('DELETE', path), 404, 'alert_not_found')
  })

  test('errors in a rule are reported with their path', async () => {
    const profileId = await createProfile(client)
    const rule = { profileId, dimension: 'aesthetics', below: 0.4 }
    expectProblem(await create({ ...rule, profileId: 'none' }), 404, 'profile_not_found')
    expectProblem(await create({ ...rule, dimension: 'prettyness' }), 422, 'unknown_dimension')
    expectInvalidAt(await create({ ...rule, below: 1.1 }), '/below')
    expectInvalidAt(await create({ ...rule, over: 0 }), '/over')
    expectInvalidAt(await create({ ...rule, over: alertFramesMax + 1 }), '/over')
    for (let i = 0; i < alertsPerProfileMax; i++) expect((await create(rule)).status).toBe(201)
    expectProblem(await create(rule), 422, 'too_many_alerts')
    await client.call('DELETE', `/v1/profiles/${profileId}`)
    expect((await client.call('GET', '/v1/alerts')).body).toEqual({ alerts: [] })
  })

  test('it fires when the mean of the last frames falls below the threshold, once until it recovers', async () => {
    const profileId = await createProfile(client)
    const [low, high] = await score(profileId, dark, bright)
    expect(low).toBeLessThan(high)
    const below = Math.round((low + high) * 5000) / 10_000
    const { id: alertId } = (await create({ profileId, dimension: 'brightness', below, over: 3 })).body
    const quiet = async (ms = 700) => new Promise((resolve) => setTimeout(resolve, ms))
    await score(profileId, dark, dark)
    await quiet()
    // Two of three frames: silent until `over` were seen.
    expect(await alerts()).toEqual([])
    await score(profileId, dark)
    await expect.poll(() => alerts()).toHaveLength(1)
    const [fired] = await alerts()
    expect(fired).toEqual({ kind: 'scores', alertId, profileId, dimension: 'brightness', below, over: 3, mean: low })
    await score(profileId, dark, dark, bright)
    await quiet()
    expect(await alerts()).toHaveLength(1)
    await score(profileId, bright, bright)
    await score(profileId, dark, dark, dark)
    await expect.poll(() => alerts()).toHaveLength(2)
  })

  test('frames that cannot be scored, and those of other profiles, do not count', async () => {
    const [profileId, other] = [await createProfile(client), await createProfile(client)]
    await create({ profileId, dimension: 'brightness', below: 0.9999, over: 2 })
    expect(await score(profileId, 'data:image/png;base64,AAAA', dark)).toEqual([null, expect.any(Number)])
    await score(other, dark, dark, dark)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await alerts()).toEqual([])
    await score(profileId, dark)
    await expect.poll(() => alerts()).toHaveLength(1)
  })

  test('circular judgements raise an alert with the commit that makes them so, once until they are resolved', async () => {
    const id = await createProfile(client)
    // 21 comparisons: seven circles of three.
    const circles = Array.from({ length: 7 }, (_, i) => ['a', 'b', 'c'].map((one) => `${one}${i}`)).flatMap(
      ([a, b, c]) => [compare(a, b), compare(b, c), compare(c, a)],
    )
    const few = { ...none, comparisons: circles.slice(0, 18) }
    await commit(client, id, { id: 'v1', snapshot: few })
    expect(await alerts()).toEqual([])
    const many = { ...none, comparisons: circles }
    await commit(client, id, { id: 'v2', parent: 'v1', snapshot: many })
    const expected = {
      kind: 'judgements',
      reason: 'transitivity',
      profileId: id,
      branchId: 'main',
      versionId: 'v2',
      dimension: 'aesthetics',
      comparisons: 21,
      transitivity: 0,
      contradictions: 0,
      author: { keyId: expect.any(String), name: 'First key' },
    }
    expect(await alerts()).toEqual([expected])
    const more = { ...none, comparisons: [...circles, compare('x', 'y')] }
    await commit(client, id, { id: 'v3', parent: 'v2', snapshot: more })
    expect(await alerts()).toHaveLength(1)
    await commit(client, id, { id: 'v4', parent: 'v3', snapshot: few })
    await commit(client, id, { id: 'v5', parent: 'v4', snapshot: many })
    expect((await alerts()).map(({ versionId }) => versionId)).toEqual(['v2', 'v5'])
  })

  test('five frames or pairs judged both ways raise an alert, four do not', async () => {
    const id = await createProfile(client)
    const bothWays = (n: number) => ({
      ...none,
      exemplars: Array.from({ length: 2 }, (_, i) => [label(`l${i}`, 'good'), label(`l${i}`, 'bad')]).flat(),
      comparisons: Array.from({ length: n - 2 }, (_, i) => [
        compare(`a${i}`, `b${i}`),
        compare(`b${i}`, `a${i}`),
      ]).flat(),
    })
    await change(client, id, {
      versions: [
        version({ id: 'v1', snapshot: bothWays(4) }),
        version({ id: 'v2', parent: 'v1', snapshot: bothWays(5) }),
        version({ id: 'v3', parent: 'v2', snapshot: bothWays(6) }),
      ],
    })
    expect(await alerts()).toMatchObject([{ reason: 'contradictions', versionId: 'v2', contradictions: 5 }])
  })

  test('they count over all dimensions together, and the alert names the one with the most', async () => {
    const id = await createProfile(client)
    const bothWays = (dimension: string, n: number) =>
      Array.from({ length: n }, (_, i) => [
        { ...compare(`${dimension} a${i}`, `${dimension} b${i}`), dimension },
        { ...compare(`${dimension} b${i}`, `${dimension} a${i}`), dimension },
      ]).flat()
    const comparisons = [...bothWays('vibe', 2), ...bothWays('trust', 3)]
    await commit(client, id, { id: 'v1', snapshot: { ...none, comparisons } })
    expect(await alerts()).toMatchObject([{ reason: 'contradictions', dimension: 'trust', contradictions: 5 }])
  })

  test('a batch with more than 5 % failures raises an alert, once until a batch is better', async () => {
    const id = await createProfile(client)
    const { id: webhookId } = await createWebhook(client, 'http://127.0.0.1:9/', { events: ['webhook.test'] })
    const { noteBatch, close } = await openOtherProcess(service, webhookId)
    await noteBatch(id, { id: 'b1', total: 100, failed: 5 })
    await noteBatch(id, { id: 'b2', total: 100, failed: 6 })
    await noteBatch(id, { id: 'b3', total: 100, failed: 50 })
    await noteBatch(id, { id: 'b4', total: 100, failed: 0 })
    await noteBatch(id, { id: 'b5', total: 1, failed: 1 })
    await close()
    expect(await alerts()).toEqual([
      { kind: 'batch', profileId: id, batchId: 'b2', failed: 6, total: 100 },
      { kind: 'batch', profileId: id, batchId: 'b5', failed: 1, total: 1 },
    ])
  })

  test('nothing of a deleted profile is kept for later events and alerts', async () => {
    const [id, other] = [await createProfile(client), await createProfile(client)]
    const { id: webhookId } = await createWebhook(client, 'http://127.0.0.1:9/', { events: ['webhook.test'] })
    const { noteBatch, store, close } = await openOtherProcess(service, webhookId)
    for (const profileId of [id, other]) await noteBatch(profileId, { id: profileId, total: 1, failed: 1 })
    expect((await client.call('DELETE', `/v1/profiles/${id}`)).status).toBe(200)
    const places = await store.read
      .selectFrom('event_places')
      .select('stream')
      .where('stream', 'in', [id, other])
      .execute()
    expect(places).toEqual([{ stream: other }])
    const poor = await store.read
      .selectFrom('poor_batches')
      .select('batch_id')
      .where('batch_id', 'in', [id, other])
      .execute()
    expect(poor).toEqual([{ batch_id: other }])
    await close()
  })
})

const none = { constraints: [], exemplars: [], comparisons: [] }
let made = 0

function compare(winner = '', loser = '') {
  made += 1
  return { id: `cmp${made}`, frameA: winner, frameB: loser, winner }
}

function label(frameId: string, label: 'good' | 'bad') {
  return { id: `${frameId}-${label}`, label, url: `https://example.com/${frameId}.png` }
}
