import type { ServerResponse } from 'node:http'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import { attemptsShownMax } from '@palate/core/webhooks/schema.ts'
import { AlertEvaluator, scoresBufferedMax } from '@palate/server/webhooks/alerts/alert-evaluator.ts'
import {
  claimedPerProcessMax,
  claimedPerWebhookMax,
  sendingPerWebhookMax,
} from '@palate/server/webhooks/deliveries/endpoint-queue.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { engines, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, readDelivery, sendTest, settled, useWebhookService } from './webhook-requests.ts'

describe.each(engines)('limits of webhooks on %s', (engine) => {
  const service = useWebhookService(engine)
  let client: TestService
  let receiver: Receiver
  let otherProcess: Awaited<ReturnType<typeof openOtherProcess>>
  let webhookId: string
  beforeEach(async () => {
    receiver = await startReceiver()
    client = { ...service, ...service.as(await service.newAccount()) }
    webhookId = (await createWebhook(client, receiver.url)).id
    otherProcess = await openOtherProcess(service, webhookId)
  })
  afterEach(async () => {
    await otherProcess.close()
    await receiver.stop()
  })

  /** Each event belongs to its own profile, so that none waits for another. */
  const eventsOf = (count: number): readonly NewEvent[] =>
    Array.from({ length: count }, (_, i) => ({
      type: 'profile.deleted',
      projectId: 'studio',
      profileId: `prof_${i}`,
      data: { profileId: `prof_${i}`, name: 'n' },
    }))

  /** The receiver answers no request until the returned function is called. */
  function hold(): () => void {
    const held: ServerResponse[] = []
    receiver.behave((response) => held.push(response))
    return () => {
      receiver.accept()
      for (const response of held) response.writeHead(204).end()
    }
  }

  const countHeld = async () => {
    const { count } = await otherProcess.store.read
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('webhook_id', '=', webhookId)
      .where('leased_by', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  test('32 are sent to one webhook concurrently, and a process claims 512', async () => {
    const release = hold()
    await otherProcess.recordAll(Array.from({ length: 4 }, () => eventsOf((claimedPerWebhookMax + 100) / 4)))
    await receiver.waitFor(sendingPerWebhookMax)
    await eventually(async () => expect(await countHeld()).toBe(claimedPerWebhookMax))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.got).toHaveLength(sendingPerWebhookMax)
    expect(await countHeld()).toBe(claimedPerWebhookMax)
    release()
    await receiver.waitFor(claimedPerWebhookMax + 100)
  })

  test.runIf(engine === 'sqlite')('a process claims 4096 in total, in equal shares per webhook', async () => {
    const release = hold()
    const more = Array.from({ length: 9 }, () => createWebhook(client, receiver.url))
    const ids = [webhookId, ...(await Promise.all(more)).map(({ id }) => id)]
    await otherProcess.recordAll(Array.from({ length: 20 }, () => eventsOf(25)))
    const share = Math.floor(claimedPerProcessMax / ids.length)
    const claimed = async () => {
      const rows = await otherProcess.store.read
        .selectFrom('deliveries')
        .select((eb) => ['webhook_id', eb.fn.countAll<number>().as('count')])
        .where('webhook_id', 'in', ids)
        .where('leased_by', 'is not', null)
        .groupBy('webhook_id')
        .execute()
      return rows.map(({ count }) => Number(count))
    }
    await eventually(async () => expect(await claimed()).toEqual(ids.map(() => share)))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await claimed()).toEqual(ids.map(() => share))
    release()
    for (const id of ids) await client.call('DELETE', `/v1/webhooks/${id}`)
  })

  test('a delivery shows its last 100 attempts, and a replay deletes older ones', async () => {
    const { id } = await sendTest(client, webhookId)
    await settled(client, webhookId, 'delivered')
    const earlier = Array.from({ length: attemptsShownMax }, (_, i) => ({
      account_id: otherProcess.accountId,
      delivery_id: id,
      id: `try_${String(i).padStart(32, '0')}`,
      at: otherProcess.clock().toISOString(),
      status: 500,
      duration_ms: i,
      error: 'it failed',
      response: null,
    }))
    await otherProcess.store.write(async (db) => {
      await db.insertInto('delivery_attempts').values(earlier).execute()
    })
    const { attempts } = await readDelivery(client, id)
    expect(attempts).toHaveLength(attemptsShownMax)
    expect(attempts[0].durationMs).toBe(1)
    expect(attempts.at(-1).status).toBe(204)
    await client.call('POST', `/v1/webhooks/deliveries/${id}/replay`)
    await settled(client, webhookId, 'delivered')
    const { count } = await otherProcess.store.read
      .selectFrom('delivery_attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('delivery_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(attemptsShownMax + 1)
    expect((await readDelivery(client, id)).attempts).toHaveLength(attemptsShownMax)
  })

  test.runIf(engine === 'sqlite')(
    'at most 100,000 scores are buffered for the alert rules, and further ones are dropped',
    async () => {
      const profileId = await createProfile(client)
      const body = { profileId, dimension: 'brightness', below: 0.5 }
      expect((await client.call('POST', '/v1/alerts', { body })).status).toBe(201)
      const fired: string[] = []
      const alerts = new AlertEvaluator(
        { ...otherProcess, log: { error: (problem: unknown) => expect(problem).toBeUndefined() } } as never,
        async (_db, _accountId, events) => void fired.push(...events.map(({ type }) => type)),
      )
      const profile = { accountId: otherProcess.accountId, projectId: 'studio', profileId }
      const note = (brightness: number) => alerts.note(profile, { frame_id: 'a', brightness, warmth: 1, details: {} })
      // Each of its numbers counts, because a frame can have two hundred.
      for (let i = 0; i < scoresBufferedMax / 2; i++) note(1)
      note(0)
      await alerts.evaluate()
      expect(fired).toEqual([])
      note(0)
      await alerts.close()
      expect(fired).toEqual(['quality.alert'])
    },
  )
})
