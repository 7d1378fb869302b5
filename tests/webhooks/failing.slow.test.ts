import { daysKept } from '@palate/core/days-kept.ts'
import { failingMsMax } from '@palate/core/webhooks/health.ts'
import { sendTimeoutMs } from '@palate/server/webhooks/deliveries/send.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { createHome, engines, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { answer, type Receiver, startReceiver } from './receiver.ts'
import {
  createWebhook,
  deadLetters,
  deliveries,
  sendTest,
  settled,
  startWithWebhooks,
  useWebhookService,
} from './webhook-requests.ts'

const dayMs = 24 * 3600_000

describe.each(engines)('failing receivers on %s', (engine) => {
  const service = useWebhookService(engine)
  let client: Client
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
    client = service.as(await service.newAccount())
  })
  afterEach(async () => {
    service.clock.skipMs = 0
    await receiver.stop()
  })

  const status = async (id: string) => {
    const { status, disabledReason } = (await client.call('GET', `/v1/webhooks/${id}`)).body
    return [status, disabledReason]
  }

  test('410 disables: pending deliveries become dead letters, other webhooks get an event, nothing more is sent', async () => {
    const witness = await startReceiver()
    const { id: witnessId } = await createWebhook(client, witness.url, { events: ['webhook.disabled'] })
    const { id } = await createWebhook(client, receiver.url)
    let requestCount = 0
    // All events are recorded before the first response: a disabled webhook would get no new ones.
    const allThere = Promise.withResolvers<void>()
    receiver.behave(async (response) => {
      requestCount += 1
      // The first is still in flight when the response to another disables the webhook, and still arrives.
      const [status, afterMs] = requestCount === 1 ? [200, 300] : [410, 0]
      await allThere.promise
      setTimeout(() => response.writeHead(status).end(), afterMs)
    })
    await Promise.all([createProfile(client), createProfile(client), createProfile(client)])
    allThere.resolve()
    await eventually(async () => expect(await status(id)).toEqual(['disabled', 'gone']))
    const [told] = await witness.waitFor(1)
    expect(told?.body).toMatchObject({ type: 'webhook.disabled', data: { webhookId: id, reason: 'gone' } })
    await createProfile(client)
    await eventually(async () => {
      const statuses = (await deliveries(client, id)).map((one) => one.status).toSorted()
      expect(statuses).toEqual(['dead', 'dead', 'delivered'])
    })
    expect(await deliveries(client, witnessId)).toHaveLength(1)
    expect((await deadLetters(client)).map(({ webhookId }) => webhookId)).toEqual([id, id])
    await witness.stop()
  })

  test('five days of failure disable a webhook, and a success in between restarts the count', async () => {
    receiver.behave(answer(500))
    const { id } = await createWebhook(client, receiver.url, { events: ['webhook.test'] })
    const failAt = async (ms: number) => {
      service.clock.skipMs = ms
      await sendTest(client, id)
      await settled(client, id, 'dead')
    }
    for (const day of [0, 1.5, 3]) await failAt(day * dayMs)
    expect(await status(id)).toEqual(['enabled', undefined])
    receiver.accept()
    await sendTest(client, id)
    await eventually(async () => expect((await deliveries(client, id))[0].status).toBe('delivered'))
    receiver.behave(answer(500))
    const failing = async () => (await deliveries(client, id)).filter((one) => one.status !== 'delivered')
    for (const day of [3.5, 5, 6.5, 8]) {
      service.clock.skipMs = day * dayMs
      await sendTest(client, id)
      await eventually(async () => expect((await failing()).every((one) => one.status === 'dead')).toBe(true))
    }
    expect(await status(id)).toEqual(['enabled', undefined])
    service.clock.skipMs = 3.5 * dayMs + failingMsMax + 1000
    await sendTest(client, id)
    await eventually(async () => expect(await status(id)).toEqual(['disabled', 'failing']))
  })

  test('two failures far apart are not five days of failure', async () => {
    receiver.behave(answer(500))
    const { id } = await createWebhook(client, receiver.url, { events: ['webhook.test'] })
    for (const day of [0, 20]) {
      service.clock.skipMs = day * dayMs
      await sendTest(client, id)
      await settled(client, id, 'dead')
    }
    expect(await status(id)).toEqual(['enabled', undefined])
  })

  test('a dead webhook does not delay another one of the same account and host', async () => {
    const hung = new Set<() => void>()
    receiver.behave((response, { path }) => {
      if (path !== '/hang') return response.writeHead(200).end()
      hung.add(() => response.writeHead(200).end())
    })
    const hanging = await createWebhook(client, receiver.url.replace('/hook', '/hang'), { events: ['profile.created'] })
    const healthy = await createWebhook(client, receiver.url, { events: ['profile.created'] })
    const since = performance.now()
    for (let i = 0; i < 20; i++) await createProfile(client)
    await settled(client, healthy.id, 'delivered')
    const arrived = receiver.got.filter(({ path }) => path === '/hook')
    expect(arrived).toHaveLength(20)
    await expect.poll(() => hung.size).toBeGreaterThan(10)
    // None of the hanging attempts has ended yet, unless the machine was busy.
    const waiting = await deliveries(client, hanging.id)
    const tookMs = performance.now() - since
    if (tookMs < sendTimeoutMs) expect(waiting.flatMap(({ attempts }) => attempts)).toEqual([])
    receiver.accept()
    for (const end of hung) end()
  })

  test.runIf(engine === 'sqlite')(
    'the circuit breaker opens at a failing receiver: one request at a time, with pauses, until it answers',
    async () => {
      let [open, openMax] = [0, 0]
      let isDown = true
      receiver.behave((response) => {
        open += 1
        openMax = Math.max(openMax, open)
        setTimeout(() => {
          open -= 1
          response.writeHead(isDown ? 500 : 200).end()
        }, 30)
      })
      const slow = await startWithWebhooks(engine, { PALATE_WEBHOOK_RETRY_MS: '400,400,400,400,400,400' })
      const { id } = await createWebhook(slow, receiver.url, { events: ['profile.created'] })
      const otherProcess = await openOtherProcess(slow, id)
      const profileIds = Array.from({ length: 120 }, (_, i) => `prof_${i}`)
      await otherProcess.record(
        ...profileIds.map((profileId) => ({
          type: 'profile.created' as const,
          projectId: 'p',
          profileId,
          data: { profileId, name: 'x', createdAt: otherProcess.clock().toISOString() },
        })),
      )
      await otherProcess.close()
      await receiver.waitFor(6)
      // It opens once the first failures are stored. Earlier requests may still arrive.
      await eventually(async () => {
        openMax = open
        const before = receiver.got.length
        await new Promise((resolve) => setTimeout(resolve, 1500))
        const received = receiver.got.length - before
        expect(openMax).toBe(1)
        expect(received).toBeGreaterThan(0)
        expect(received).toBeLessThan(15)
      })
      isDown = false
      await settled(slow, id, 'delivered')
      await slow.stop()
    },
  )

  test('a URL that is no longer allowed gets no delivery', async () => {
    const home = await createHome(engine)
    const lenient = await startWithWebhooks(engine, {}, home)
    const { id } = await createWebhook(lenient, receiver.url)
    await lenient.stop()
    const strict = await startService(engine, { PALATE_WEBHOOK_RETRY_MS: '10' }, home)
    await createProfile(strict)
    const [dead] = await settled(strict, id, 'dead')
    expect(dead.attempts.map(({ error }: { error: string }) => error)).toEqual(
      Array(2).fill('url_forbidden: the host is not on the public internet'),
    )
    expect(receiver.got).toEqual([])
    await strict.stop()
    await home.remove()
  })

  test('a delivery of a change that was running while its webhook was disabled is swept to the dead letters', async () => {
    const { sweepWebhooks } = await import('@palate/server/webhooks/sweep.ts')
    const { id } = await createWebhook(client, receiver.url, { events: ['webhook.test'] })
    await sendTest(client, id)
    await settled(client, id, 'delivered')
    await client.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } })
    const otherProcess = await openOtherProcess(service, id)
    await otherProcess.store.write((db) =>
      db
        .updateTable('deliveries')
        .set({ status: 'pending', due_at: otherProcess.clock().toISOString(), finished_at: null })
        .where('webhook_id', '=', id)
        .execute(),
    )
    await sweepWebhooks(otherProcess, otherProcess.accountId, daysKept.events)
    expect((await deliveries(client, id)).map(({ status }) => status)).toEqual(['dead'])
    await otherProcess.close()
  })
})
