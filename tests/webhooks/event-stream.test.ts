import { streamsPerAccountMax } from '@palate/server/webhooks/events/event-stream.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, patch } from '../profiles/profile-requests.ts'
import { type Followed, followEvents } from './follow-events.ts'
import { events } from './webhook-requests.ts'

describe.each(engines)('the event stream on %s', (engine) => {
  const service = useService(engine)
  let client: Client
  let open: Followed[]
  beforeEach(async () => {
    client = service.as(await service.newAccount())
    open = []
  })
  afterEach(async () => {
    service.clock.skipMs = 0
    await Promise.all(open.map((one) => one.close()))
  })

  const follow = async (who: Pick<Client, 'url' | 'key'>, request: Parameters<typeof followEvents>[1] = {}) => {
    const followed = await followEvents(who, request)
    open.push(followed)
    return followed
  }
  const newKey = async (body: object) =>
    (await client.call('POST', '/api/api-keys', { body: { name: 'k', ...body } })).body

  test('starts now and sends new events, each with its id and type', async () => {
    await createProfile(client, { name: 'before' })
    const stream = await follow(client)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.text()).toBe(': open\n\n')
    const id = await createProfile(client, { name: 'after' })
    await patch(client, id, { name: 'renamed' })
    const sent = await stream.waitFor(2)
    const logged = (await events(client, '?limit=2')).toReversed()
    expect(sent.map(({ data }) => data)).toEqual(logged)
    expect(sent.map(({ id, event }) => [id, event])).toEqual(logged.map(({ id, type }) => [id, type]))
  })

  test('resumes after an event without missing or repeating one; Last-Event-ID takes precedence over after', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await createProfile(client, { name })
    const all = (await events(client)).toReversed()
    const idsIn = async (request: object, count: number) => {
      const stream = await follow(client, request)
      return (await stream.waitFor(count)).map(({ id }) => id)
    }
    const ids = all.map(({ id }) => id)
    expect(await idsIn({ query: `?after=${ids[0]}` }, 3)).toEqual(ids.slice(1))
    const lastEventId = { 'last-event-id': ids[1] }
    expect(await idsIn({ headers: lastEventId }, 2)).toEqual(ids.slice(2))
    expect(await idsIn({ query: `?after=${ids[0]}`, headers: lastEventId }, 2)).toEqual(ids.slice(2))
    const resumed = await follow(client, { headers: { 'last-event-id': ids[2] } })
    await createProfile(client, { name: 'e' })
    const [newest] = await events(client, '?limit=1')
    expect((await resumed.waitFor(2)).map(({ id }) => id)).toEqual([ids[3], newest.id])
  })

  test('an unknown event is 404 event_not_found, and so is one of another account', async () => {
    await createProfile(client)
    const [event] = await events(client)
    for (const request of [{ query: '?after=none' }, { headers: { 'last-event-id': 'evt_1' } }]) {
      const { status, text, ended } = await follow(client, request)
      await ended
      expect([status, JSON.parse(text()).code]).toEqual([404, 'event_not_found'])
    }
    expect((await follow(service, { query: `?after=${event.id}` })).status).toBe(404)
  })

  test('a key of a project gets the events of that project, and type narrows them further', async () => {
    const scoped = await follow(service.as((await newKey({ projectId: 'a' })).key))
    const updates = await follow(client, { query: '?type=profile.updated' })
    const narrowed = await follow(client, { query: '?projectId=b' })
    const a = await createProfile(client, { projectId: 'a', name: 'one' })
    const b = await createProfile(client, { projectId: 'b', name: 'one' })
    await patch(client, b, { name: 'two' })
    await patch(client, a, { name: 'two' })
    const sent = (stream: Followed) => stream.events().map(({ data }) => [data.type, data.projectId])
    await Promise.all([scoped, updates, narrowed].map((stream) => stream.waitFor(2)))
    expect(sent(scoped)).toEqual([
      ['profile.created', 'a'],
      ['profile.updated', 'a'],
    ])
    expect(sent(updates)).toEqual([
      ['profile.updated', 'b'],
      ['profile.updated', 'a'],
    ])
    expect(sent(narrowed)).toEqual([
      ['profile.created', 'b'],
      ['profile.updated', 'b'],
    ])
    expect((await follow(service.as((await newKey({ scopes: ['score'] })).key))).status).toBe(403)
  })

  test('readers in several processes get every event of all processes, in the same order', async () => {
    const other = await startService(engine, {}, service.home)
    const elsewhere = other.as(client.key)
    const streams = [await follow(client), await follow(elsewhere), await follow(client)]
    const writers = [client, elsewhere, client, elsewhere]
    await Promise.all(
      writers.map(async (writer, i) => {
        for (let n = 0; n < 5; n++) await createProfile(writer, { name: `${i} ${n}` })
      }),
    )
    const [first = [], ...rest] = await Promise.all(streams.map((stream) => stream.waitFor(20)))
    expect(new Set(first.map(({ data }) => data.data.name)).size).toBe(20)
    for (const sent of rest) expect(sent).toEqual(first)
    // A stop ends only the streams of its process.
    await other.stop()
    await streams[1]?.ended
    await createProfile(client, { name: 'last' })
    expect((await streams[0]?.waitFor(21))?.at(-1)?.data.data.name).toBe('last')
    expect(streams[1]?.events()).toHaveLength(20)
  })

  test('ends when its key is revoked or expires; those of other keys continue', async () => {
    const [revoked, expiring] = [await newKey({}), await newKey({ expiresInDays: 1 })]
    const other = await follow(client)
    const streams = [await follow(service.as(revoked.key)), await follow(service.as(expiring.key))]
    await client.call('DELETE', `/api/api-keys?id=${revoked.id}`)
    await streams[0]?.ended
    service.clock.skipMs = 24 * 3600_000
    await streams[1]?.ended
    await createProfile(client, { name: 'later' })
    await eventually(() => expect(other.events().at(-1)?.data.data.name).toBe('later'))
  })

  test.runIf(engine === 'sqlite')('an account has a limited number of streams; closing one frees a slot', async () => {
    const streams = await Promise.all(Array.from({ length: streamsPerAccountMax }, () => follow(client)))
    const refused = await follow(client)
    await refused.ended
    expect([refused.status, JSON.parse(refused.text()).code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('10')
    const elsewhere = service.as(await service.newAccount())
    expect((await follow(elsewhere)).status).toBe(200)
    await createProfile(client)
    await Promise.all(streams.map((stream) => stream.waitFor(1)))
    const texts = streams.map((stream) => stream.text())
    expect(new Set(texts).size).toBe(1)
    await streams[0]?.close()
    await eventually(async () => expect((await follow(client)).status).toBe(200))
  })
})
