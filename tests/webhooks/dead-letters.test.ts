import { daysKept } from '@palate/core/days-kept.ts'
import { sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { answer, type Receiver, startReceiver } from './receiver.ts'
import {
  createWebhook,
  deadLetters,
  deliveries,
  events,
  readDelivery,
  settled,
  useWebhookService,
} from './webhook-requests.ts'

const keptMs = daysKept.events * 24 * 3_600_000

describe.each(engines)('dead letters on %s', (engine) => {
  const service = useWebhookService(engine, { PALATE_WEBHOOK_RETRY_MS: '5' })
  let client: Client
  let receiver: Receiver
  let webhookId: string
  beforeEach(async () => {
    receiver = await startReceiver(answer(500, {}, 'x'.repeat(5000)))
    client = service.as(await service.newAccount())
    webhookId = (await createWebhook(client, receiver.url, { events: ['profile.created'] })).id
  })
  afterEach(() => receiver.stop())

  /** Creates profiles whose events become dead letters; returns these, oldest first. */
  async function die(count: number) {
    for (let i = 0; i < count; i++) await createProfile(client)
    await settled(client, webhookId, 'dead')
    return (await deadLetters(client)).toReversed()
  }

  test('they are listed newest first, in pages and by type, and each attempt can be read', async () => {
    const dead = await die(3)
    expect(dead.map(({ status, eventType }) => [status, eventType])).toEqual(Array(3).fill(['dead', 'profile.created']))
    const first = (await client.call('GET', '/v1/webhooks/dead-letters?limit=2')).body
    const second = (await client.call('GET', `/v1/webhooks/dead-letters?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.deadLetters, ...second.deadLetters]).toEqual(dead.toReversed())
    expect(await deadLetters(client, '?eventType=profile.created')).toHaveLength(3)
    expect(await deadLetters(client, '?eventType=profile.deleted')).toEqual([])
    expect(await deadLetters(client, `?webhookId=${webhookId}`)).toHaveLength(3)
    expect(await deadLetters(client, '?webhookId=none')).toEqual([])
    expectInvalidAt(await client.call('GET', '/v1/webhooks/dead-letters?eventType=none'), '/query/eventType')
    const one = await readDelivery(client, dead[0].id)
    expect(one.attempts).toHaveLength(2)
    expect(one.attempts[0].response).toBe('x'.repeat(1024))
    expect(one.attempts[0].at <= one.attempts[1].at).toBe(true)
  })

  test('deliveries are listed by status', async () => {
    await die(1)
    receiver.accept()
    await createProfile(client)
    await receiver.waitFor(3)
    expect(await deliveries(client, webhookId, '?status=dead')).toHaveLength(1)
    expect(await deliveries(client, webhookId, '?status=pending&eventType=webhook.test')).toEqual([])
    expectInvalidAt(await client.call('GET', `/v1/webhooks/${webhookId}/deliveries?status=lost`), '/query/status')
  })

  test('one can be replayed: the same event and id, with the retry schedule from its start', async () => {
    const [dead] = await die(1)
    const again = await client.call('POST', `/v1/webhooks/dead-letters/${dead.id}/replay`)
    expect([again.status, again.body.id, again.body.status]).toEqual([202, dead.id, 'pending'])
    await settled(client, webhookId, 'dead')
    expect((await readDelivery(client, dead.id)).attempts).toHaveLength(4)
    receiver.accept()
    await client.call('POST', `/v1/webhooks/dead-letters/${dead.id}/replay`)
    await settled(client, webhookId, 'delivered')
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead.eventId]))
    expect(new Set(receiver.got.map(({ text }) => text)).size).toBe(1)
    expect(await deadLetters(client)).toEqual([])
    expectProblem(
      await client.call('POST', `/v1/webhooks/dead-letters/${dead.id}/replay`),
      404,
      'dead_letter_not_found',
    )
    expect((await client.call('POST', `/v1/webhooks/deliveries/${dead.id}/replay`)).status).toBe(202)
    await receiver.waitFor(6)
  })

  test('a time range of them can be replayed', async () => {
    const dead = await die(4)
    receiver.accept()
    const replay = async (body: object) => {
      const { status, body: reply } = await client.call('POST', '/v1/webhooks/dead-letters/replay', { body })
      expect(status).toBe(202)
      return reply.replayed
    }
    expect(await replay({ since: dead[1].createdAt, until: dead[1].createdAt })).toBe(0)
    expect(await replay({ eventType: 'profile.deleted' })).toBe(0)
    expect(await replay({ since: dead[1].createdAt, until: dead[3].createdAt })).toBe(2)
    await receiver.waitFor(10)
    expect((await deadLetters(client)).map(({ id }) => id).toSorted()).toEqual([dead[0].id, dead[3].id].toSorted())
    const stranger = service.as(await service.newAccount())
    const foreign = await stranger.call('POST', '/v1/webhooks/dead-letters/replay', { body: {} })
    expect(foreign.body).toEqual({ replayed: 0 })
    expectProblem(
      await stranger.call('POST', '/v1/webhooks/dead-letters/replay', { body: { webhookId } }),
      404,
      'webhook_not_found',
    )
    expect(await replay({ webhookId })).toBe(2)
    await settled(client, webhookId, 'delivered')
  })

  test('deliveries are listed by time, and those since a time can be sent again, whether they arrived or not', async () => {
    const [first, second] = await die(2)
    receiver.accept()
    await createProfile(client)
    await receiver.waitFor(5)
    const [third] = await deliveries(client, webhookId)
    await expect.poll(async () => (await readDelivery(client, third.id)).status).toBe('delivered')
    const idsOf = async (query: string) => (await deliveries(client, webhookId, query)).map(({ id }) => id)
    expect(await idsOf(`?since=${second.createdAt}`)).toEqual([third.id, second.id])
    expect(await idsOf(`?since=${first.createdAt}&until=${second.createdAt}`)).toEqual([first.id])
    expect(await idsOf(`?until=${third.createdAt}&status=dead&limit=1`)).toEqual([second.id])
    for (const member of ['since', 'until']) {
      const list = await client.call('GET', `/v1/webhooks/${webhookId}/deliveries?${member}=yesterday`)
      expectInvalidAt(list, `/query/${member}`)
    }
    const path = `/v1/webhooks/${webhookId}/deliveries/replay`
    const replay = async (body: object) => {
      const { status, body: reply } = await client.call('POST', path, { body })
      expect([status, reply]).toEqual([202, { replayed: expect.any(Number) }])
      return reply.replayed
    }
    const { createdAt: since } = second
    expect(await replay({ since, eventType: 'profile.deleted' })).toBe(0)
    expect(await replay({ since, until: since })).toBe(0)
    expect(await replay({ since: '2099-01-01T00:00:00Z' })).toBe(0)
    expect(await replay({ since, status: 'delivered' })).toBe(1)
    await receiver.waitFor(6)
    await expect.poll(async () => (await readDelivery(client, third.id)).status).toBe('delivered')
    expect(await replay({ since })).toBe(2)
    await receiver.waitFor(8)
    await expect.poll(() => idsOf('?status=delivered')).toEqual([third.id, second.id])
    expect((await deadLetters(client)).map(({ id }) => id)).toEqual([first.id])
    const got = receiver.got.map(({ headers }) => headers['webhook-id'])
    expect(new Set(got.slice(-2))).toEqual(new Set([second.eventId, third.eventId]))
    expect((await readDelivery(client, third.id)).attempts).toHaveLength(3)
    expectInvalidAt(await client.call('POST', path, { body: {} }), '/since')
    expectInvalidAt(await client.call('POST', path, { body: { since, status: 'pending' } }), '/status')
    const stranger = service.as(await service.newAccount())
    expectProblem(await stranger.call('POST', path, { body: { since } }), 404, 'webhook_not_found')
    await client.call('PATCH', `/v1/webhooks/${webhookId}`, { body: { status: 'disabled' } })
    expectProblem(await client.call('POST', path, { body: { since } }), 409, 'webhook_disabled')
  })

  test('those of a disabled webhook stay until it is enabled', async () => {
    const [dead] = await die(1)
    const set = (status: string) => client.call('PATCH', `/v1/webhooks/${webhookId}`, { body: { status } })
    await set('disabled')
    expectProblem(await client.call('POST', `/v1/webhooks/dead-letters/${dead.id}/replay`), 409, 'webhook_disabled')
    expect((await client.call('POST', '/v1/webhooks/dead-letters/replay', { body: {} })).body).toEqual({ replayed: 0 })
    await set('enabled')
    receiver.accept()
    expect((await client.call('POST', '/v1/webhooks/dead-letters/replay', { body: {} })).body).toEqual({ replayed: 1 })
    await settled(client, webhookId, 'delivered')
  })

  test('one can be deleted, and a delivery that is not dead cannot', async () => {
    const [dead, other] = await die(2)
    const path = `/v1/webhooks/dead-letters/${dead.id}`
    expect((await client.call('DELETE', path)).body).toEqual({ success: true })
    expectProblem(await client.call('DELETE', path), 404, 'dead_letter_not_found')
    expectProblem(await client.call('GET', `/v1/webhooks/deliveries/${dead.id}`), 404, 'delivery_not_found')
    expect((await deadLetters(client)).map(({ id }) => id)).toEqual([other.id])
    receiver.accept()
    await client.call('POST', `/v1/webhooks/deliveries/${other.id}/replay`)
    await settled(client, webhookId, 'delivered')
    const alive = `/v1/webhooks/dead-letters/${other.id}`
    expectProblem(await client.call('DELETE', alive), 404, 'dead_letter_not_found')
  })

  test('the dead letters of a webhook are deleted with it', async () => {
    const [dead] = await die(2)
    await client.call('DELETE', `/v1/webhooks/${webhookId}`)
    expect(await deadLetters(client)).toEqual([])
    expectProblem(await client.call('GET', `/v1/webhooks/deliveries/${dead.id}`), 404, 'delivery_not_found')
  })

  test('they and the events are kept 30 days: concurrent sweeps delete what is older and nothing else', async () => {
    await die(2)
    const otherProcess = await openOtherProcess(service, webhookId)
    const count = async (table: 'events' | 'deliveries' | 'delivery_attempts') => {
      const query = otherProcess.store.read.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
      return (await query.where('account_id', '=', otherProcess.accountId).executeTakeFirstOrThrow()).n
    }
    const sweepAfter = (ms: number) => {
      const place = { store: otherProcess.store, clock: () => new Date(Date.now() + ms) }
      const { accountId } = otherProcess
      return Promise.all([1, 2].map(() => sweepWebhooks(place, accountId, daysKept.events)))
    }
    await sweepAfter(keptMs - 60_000)
    expect(await Promise.all([count('events'), count('deliveries'), count('delivery_attempts')])).toEqual([2, 2, 4])
    expect(await deadLetters(client)).toHaveLength(2)
    await sweepAfter(keptMs + 60_000)
    expect(await Promise.all([count('events'), count('deliveries'), count('delivery_attempts')])).toEqual([0, 0, 0])
    expect(await deadLetters(client)).toEqual([])
    expect(await events(client)).toEqual([])
    await otherProcess.close()
  })
})
