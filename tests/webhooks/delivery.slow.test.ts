import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { engines, type TestService } from '../harness/service.ts'
import { createProfile, patch } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { answer, type Received, type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, deliveries, readDelivery, sendTest, settled, useWebhookService } from './webhook-requests.ts'

describe.each(engines)('delivery on %s', (engine) => {
  const service = useWebhookService(engine)
  let client: TestService
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
    client = { ...service, ...service.as(await service.newAccount()) }
  })
  afterEach(() => receiver.stop())

  const verify = (secret: string, { text, headers }: Received) => new Webhook(secret).verify(text, { ...headers })

  test('an event is sent as JSON {id, type, timestamp, projectId, data}, under its id, signed by Standard Webhooks', async () => {
    const { secret } = await createWebhook(client, receiver.url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const profileId = await createProfile(client, { projectId: 'studio', name: 'Warm' })
    const [received] = await receiver.waitFor(1)
    if (!received) throw new Error('nothing came in')
    const { createdAt, ...data } = received.body.data
    expect({ ...received.body, data }).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'profile.created',
      timestamp: createdAt,
      projectId: 'studio',
      data: { profileId, name: 'Warm', author: { keyId: expect.any(String), name: 'First key' } },
    })
    expect(received.headers['webhook-id']).toBe(received.body.id)
    expect(received.headers['content-type']).toBe('application/json')
    expect(verify(secret, received)).toEqual(received.body)
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    expect(() => verify(other, received)).toThrow('No matching signature found')
    expect(() => verify(secret, { ...received, text: received.text.replace('Warm', 'Cold') })).toThrow('No matching')
  })

  test('during the overlap of a rotation both secrets verify, and afterwards only the new one', async () => {
    const { id, secret } = await createWebhook(client, receiver.url)
    const rotate = (body?: object) =>
      client.call('POST', `/v1/webhooks/${id}/rotate-secret`, body === undefined ? {} : { body })
    const { secret: second, status } = (await rotate({ overlapSeconds: 3600 })).body
    expect(status).toBe('enabled')
    expect(second).not.toBe(secret)
    await sendTest(client, id)
    const [both] = await receiver.waitFor(1)
    if (!both) throw new Error('nothing came in')
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const one of [secret, second]) expect(verify(one, both)).toEqual(both.body)

    const { secret: third } = (await rotate({ overlapSeconds: 0 })).body
    await sendTest(client, id)
    const [, alone] = await receiver.waitFor(2)
    if (!alone) throw new Error('nothing came in')
    expect(verify(third, alone)).toEqual(alone.body)
    expect(() => verify(second, alone)).toThrow('No matching signature found')
  })

  test('the overlap ends automatically after 24 hours by default', async () => {
    const { id, secret } = await createWebhook(client, receiver.url)
    await client.call('POST', `/v1/webhooks/${id}/rotate-secret`)
    const signatures = async () => {
      const before = receiver.got.length
      await sendTest(client, id)
      return (await receiver.waitFor(before + 1)).at(-1)?.headers['webhook-signature']?.split(' ').length
    }
    try {
      service.clock.skipMs = 23.9 * 3600_000
      expect(await signatures()).toBe(2)
      service.clock.skipMs = 24.1 * 3600_000
      expect(await signatures()).toBe(1)
    } finally {
      service.clock.skipMs = 0
    }
    expect(secret).toBeTypeOf('string')
  })

  test('a failed delivery is retried with the same id, and each attempt is recorded: status, time, response', async () => {
    const [broken, mended] = [answer(500, {}, 'out of order'), answer(200, {}, 'thanks')]
    receiver.behave((...request) => (receiver.got.length === 1 ? broken : mended)(...request))
    const { id } = await createWebhook(client, receiver.url)
    const { id: deliveryId } = await sendTest(client, id)
    await settled(client, id, 'delivered')
    const ids = new Set(receiver.got.map(({ headers }) => headers['webhook-id']))
    expect([ids.size, receiver.got.length]).toEqual([1, 2])
    const { attempts, status, event, nextAttemptAt } = await readDelivery(client, deliveryId)
    expect({ status, nextAttemptAt }).toEqual({ status: 'delivered', nextAttemptAt: undefined })
    expect(event.id).toBe(receiver.got[0]?.body.id)
    const times = { at: expect.stringMatching(/Z$/), durationMs: expect.any(Number) }
    expect(attempts).toEqual([
      { ...times, status: 500, error: 'the receiver answered with status 500', response: 'out of order' },
      { ...times, status: 200, response: 'thanks' },
    ])
  })

  test('after the last attempt it is a dead letter: n pauses, n + 1 attempts', async () => {
    receiver.behave(answer(503))
    const { id } = await createWebhook(client, receiver.url)
    await sendTest(client, id)
    const [dead] = await settled(client, id, 'dead')
    expect(dead.attempts.map((one: { status: number }) => one.status)).toEqual([503, 503, 503])
    expect(receiver.got).toHaveLength(3)
  })

  test('only 2xx is success: a redirect is not followed and counts as a failure', async () => {
    const elsewhere = await startReceiver()
    receiver.behave(answer(302, { location: elsewhere.url }))
    const { id } = await createWebhook(client, receiver.url)
    await sendTest(client, id)
    const [dead] = await settled(client, id, 'dead')
    expect(dead.attempts[0]).toMatchObject({ status: 302, error: 'the receiver answered with status 302' })
    expect(elsewhere.got).toHaveLength(0)
    await elsewhere.stop()
  })

  test('a receiver that is down, or closes the connection during its response, is retried', async () => {
    let count = 0
    receiver.behave((response, _received, request) => {
      count += 1
      if (count === 1) return void request.socket.destroy()
      if (count === 2) {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half an ans')
        return void setTimeout(() => request.socket.destroy(), 20)
      }
      response.writeHead(200).end()
    })
    const { id } = await createWebhook(client, receiver.url)
    await sendTest(client, id)
    const [delivery] = await settled(client, id, 'delivered')
    const words = 'the connection was refused or lost'
    expect(delivery.attempts.map((one: { error?: string }) => one.error)).toEqual([words, words, undefined])
  })

  test('Retry-After is honoured, in seconds and as a date', async () => {
    let count = 0
    receiver.behave((response) => {
      count += 1
      if (count === 1) return response.writeHead(429, { 'retry-after': '1' }).end()
      if (count === 2) {
        const date = new Date(Date.now() + 2000).toUTCString()
        return response.writeHead(503, { 'retry-after': date }).end()
      }
      response.writeHead(200).end()
    })
    const { id } = await createWebhook(client, receiver.url)
    await sendTest(client, id)
    await settled(client, id, 'delivered')
    const [first, second, third] = receiver.got.map(({ atMs }) => atMs)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(900)
  })

  test('a Retry-After of one URL does not apply to the URL that replaces it', async () => {
    receiver.behave((response) => response.writeHead(503, { 'retry-after': '3600' }).end())
    const { id } = await createWebhook(client, receiver.url, { events: ['profile.created'] })
    await createProfile(client)
    await eventually(async () => {
      const [first] = await deliveries(client, id)
      expect((await readDelivery(client, first.id)).attempts).toHaveLength(1)
    })
    const other = await startReceiver()
    expect((await client.call('PATCH', `/v1/webhooks/${id}`, { body: { url: other.url } })).status).toBe(200)
    const profileId = await createProfile(client)
    expect((await other.waitFor(1))[0]?.body.data.profileId).toBe(profileId)
    await other.stop()
  })

  test('events of one profile arrive sequentially in order, and those of several profiles concurrently', async () => {
    const profileIds = ['prof_a', 'prof_b', 'prof_c']
    const open = new Map<string, number>()
    const openMax = { ofOne: 0, ofAll: 0 }
    const allThere = Promise.withResolvers<void>()
    receiver.behave(async (response, { body }) => {
      const { profileId } = body.data
      open.set(profileId, (open.get(profileId) ?? 0) + 1)
      openMax.ofOne = Math.max(openMax.ofOne, ...open.values())
      openMax.ofAll = Math.max(
        openMax.ofAll,
        [...open.values()].reduce((sum, one) => sum + one),
      )
      if (openMax.ofAll === profileIds.length) allThere.resolve()
      await allThere.promise
      setTimeout(() => {
        open.set(profileId, (open.get(profileId) ?? 0) - 1)
        response.writeHead(200).end()
      }, 20)
    })
    const { id } = await createWebhook(client, receiver.url, { events: ['profile.deleted'] })
    const { record, close } = await openOtherProcess(service, id)
    const numbers = Array.from({ length: 12 }, (_, i) => String(i))
    await record(
      ...numbers.flatMap((name) =>
        profileIds.map((profileId) => ({
          type: 'profile.deleted' as const,
          projectId: 'p',
          profileId,
          data: { profileId, name },
        })),
      ),
    )
    await close()
    const received = await receiver.waitFor(36)
    for (const profileId of profileIds) {
      const names = received.filter(({ body }) => body.data.profileId === profileId).map(({ body }) => body.data.name)
      expect(names).toEqual(numbers)
    }
    expect(openMax).toEqual({ ofOne: 1, ofAll: 3 })
  })

  test('a failed event does not delay later events of its profile', async () => {
    receiver.behave((response, { body }) => response.writeHead(body.data.name === 'poison' ? 500 : 200).end())
    const { id } = await createWebhook(client, receiver.url, { events: ['profile.updated'] })
    const profileId = await createProfile(client)
    for (const name of ['poison', 'a', 'b']) await patch(client, profileId, { name })
    await eventually(async () => {
      const statuses = (await deliveries(client, id)).map((one) => one.status)
      expect(statuses.toSorted()).toEqual(['dead', 'delivered', 'delivered'])
    })
  })
})
