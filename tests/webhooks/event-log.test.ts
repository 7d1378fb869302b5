import { daysKept } from '@palate/core/days-kept.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { numberedAtOnceMax, positionsPerReadMax } from '@palate/server/webhooks/events/event-log.ts'
import { createEventRecorder } from '@palate/server/webhooks/events/event-recorder.ts'
import { sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, patch } from '../profiles/profile-requests.ts'
import { events } from './webhook-requests.ts'

const keptMs = daysKept.events * 24 * 3_600_000

describe.each(engines)('the event log after an event, on %s', (engine) => {
  const service = useService(engine)
  let client: Client
  let store: Store
  let accountId: string
  beforeEach(async () => {
    client = service.as(await service.newAccount())
    store = await openStore(readConfig(service.home.env))
    const newest = store.read.selectFrom('accounts').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
    accountId = (await newest.executeTakeFirstOrThrow()).id
  })
  afterEach(() => store.close())

  /** Records like a process whose clock is off by this much. */
  function recorderWithClock(skewMs: number) {
    const clock = () => new Date(Date.now() + skewMs)
    const newId = createIdSource(clock)
    const { record } = createEventRecorder({ store, newId, clock }, () => {})
    return (made: readonly NewEvent[], beforeCommit?: () => Promise<void>) =>
      store.write(async (db) => {
        await record(db, { accountId }, made, clock().toISOString())
        await beforeCommit?.()
      })
  }
  const testOf = (name: string): NewEvent => ({
    type: 'webhook.test',
    projectId: null,
    profileId: name,
    data: { webhookId: name },
  })
  const namesOf = (list: readonly { data: { webhookId: string } }[]) => list.map(({ data }) => data.webhookId)
  const after = (id: string, rest = '') => events(client, `?after=${id}${rest}`)

  test('the events after a given one are listed oldest first', async () => {
    const a = await createProfile(client, { projectId: 'a' })
    const b = await createProfile(client, { projectId: 'b' })
    await patch(client, a, { name: 'renamed' })
    await patch(client, b, { name: 'renamed' })
    const all = (await events(client)).toReversed()
    const [first, second] = all
    expect(await after(first.id)).toEqual(all.slice(1))
    expect(await after(second.id)).toEqual(all.slice(2))
    expect(await after(all.at(-1).id)).toEqual([])
    expect(await after(first.id, '&type=profile.updated')).toEqual(all.slice(2))
    expect(await after(first.id, '&projectId=b')).toEqual([all[1], all[3]])
  })

  test('it has pages, whose cursors differ from those of the newest-first list', async () => {
    await recorderWithClock(0)(Array.from({ length: 6 }, (_, i) => testOf(`e${i}`)))
    const all = (await events(client)).toReversed()
    const path = `/v1/events?after=${all[0].id}&limit=2`
    const first = (await client.call('GET', path)).body
    expect(first.events).toEqual(all.slice(1, 3))
    const second = (await client.call('GET', `${path}&cursor=${encodeURIComponent(first.nextCursor)}`)).body
    expect(second.events).toEqual(all.slice(3, 5))
    const third = (await client.call('GET', `${path}&cursor=${encodeURIComponent(second.nextCursor)}`)).body
    expect(third).toEqual({ events: all.slice(5) })
    const newest = (await client.call('GET', '/v1/events?limit=2')).body.nextCursor
    expectInvalidAt(await client.call('GET', `${path}&cursor=${newest}`), '/query/cursor')
    const other = `/v1/events?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`
    expectInvalidAt(await client.call('GET', other), '/query/cursor')
  })

  test('an event that the caller cannot see is 404 event_not_found', async () => {
    await createProfile(client, { projectId: 'a' })
    await createProfile(client, { projectId: 'b' })
    const [inB, inA] = await events(client)
    const { key } = (await client.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'a' } })).body
    const scoped = service.as(key)
    expect((await scoped.call('GET', `/v1/events?after=${inA.id}`)).body.events).toMatchObject([
      { type: 'api_key.created' },
    ])
    for (const [who, id] of [
      [scoped, inB.id],
      [service, inA.id],
      [client, 'evt_00000000000070008000000000000000'],
      [client, 'none'],
      [client, ''],
    ] as const) {
      expectProblem(await who.call('GET', `/v1/events?after=${id}`), 404, 'event_not_found')
    }
  })

  test('events are listed in commit order, regardless of clocks', async () => {
    await recorderWithClock(0)([testOf('first')])
    const [first] = await events(client)
    await recorderWithClock(60_000)([testOf('same')])
    await recorderWithClock(-60_000)([testOf('same')])
    const times = (await after(first.id)).map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted().toReversed())
    await recorderWithClock(-3600_000)([testOf('last')])
    expect(namesOf(await after(first.id))).toEqual(['same', 'same', 'last'])
  })

  test.runIf(engine === 'postgres')('a transaction that commits after a later one is not missed', async () => {
    await recorderWithClock(0)([testOf('first')])
    const [first] = await events(client)
    let commit = () => {}
    const recorded = Promise.withResolvers<void>()
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const early = recorderWithClock(0)([testOf('early')], () => {
      recorded.resolve()
      return held
    })
    await recorded.promise
    await recorderWithClock(0)([testOf('late')])
    const seen = await after(first.id)
    expect(namesOf(seen)).toEqual(['late'])
    commit()
    await early
    expect(namesOf(await after(seen[0].id))).toEqual(['early'])
    expect(namesOf(await after(first.id))).toEqual(['late', 'early'])
  })

  test('many events are numbered in several transactions, and a selective filter is read in chunks', async () => {
    const many = positionsPerReadMax + numberedAtOnceMax + 1
    await recorderWithClock(0)([testOf('first'), ...Array.from({ length: many }, (_, i) => testOf(`e${i}`))])
    await createProfile(client)
    const created = (await events(client, '?limit=1'))[0]
    const [first] = await events(client, '?type=webhook.test&limit=1')
    const [oldest] = (await events(client)).toReversed()
    expect(namesOf([oldest])).toEqual(['first'])
    expect(await after(first.id)).toEqual([created])
    expect(await after(oldest.id, '&type=profile.*')).toEqual([created])
    expect(await after(oldest.id)).toHaveLength(many + 1)
  })

  test('events from before the log are copied to it', async () => {
    await recorderWithClock(0)(Array.from({ length: numberedAtOnceMax + 10 }, (_, i) => testOf(`old ${i}`)))
    await store.write((db) => db.deleteFrom('event_log').where('account_id', '=', accountId).execute())
    await recorderWithClock(0)([testOf('new')])
    const all = (await events(client)).toReversed()
    expect(await after(all[0].id)).toEqual(all.slice(1))
    expect(all).toHaveLength(numberedAtOnceMax + 11)
  })

  test('the sweep numbers unread events, and expired ones leave the log', async () => {
    await recorderWithClock(0)([testOf('one'), testOf('two')])
    const positions = async () => {
      const rows = store.read.selectFrom('event_log').select('position').where('account_id', '=', accountId)
      return (await rows.orderBy('position').execute()).map(({ position }) => position)
    }
    expect(await positions()).toEqual([null, null])
    await sweepWebhooks({ store, clock: () => new Date() }, accountId, daysKept.events)
    expect(await positions()).toEqual([1, 2])
    const [newest] = await events(client)
    await sweepWebhooks({ store, clock: () => new Date(Date.now() + keptMs + 60_000) }, accountId, daysKept.events)
    expect(await positions()).toEqual([])
    expectProblem(await client.call('GET', `/v1/events?after=${newest.id}`), 404, 'event_not_found')
    await recorderWithClock(0)([testOf('three'), testOf('four')])
    const [, three] = await events(client)
    expect(namesOf(await after(three.id))).toEqual(['four'])
    expect(await positions()).toEqual([3, 4])
  })
})
