import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { answer, type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, sendTest, settled, useWebhookService } from './webhook-requests.ts'

describe('metrics of deliveries', () => {
  const service = useWebhookService('sqlite', { PALATE_METRICS_PORT: '0', PALATE_WEBHOOK_RETRY_MS: '5,5' })
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.stop())

  const sample = (name: string) => readSample(service.metricsUrl, name)
  const attempts = (outcome: string) => sample(`palate_webhook_deliveries_total{outcome="${outcome}"}`)

  test('attempts are counted by outcome, and dead letters are counted', async () => {
    expect(await Promise.all(['delivered', 'failed', 'dead'].map(attempts))).toEqual([0, 0, 0])
    const { id } = await createWebhook(service, receiver.url, { events: ['webhook.test'] })
    await sendTest(service, id)
    await settled(service, id, 'delivered')
    expect(await attempts('delivered')).toBe(1)
    receiver.behave(answer(500))
    const { id: failing } = await createWebhook(service, receiver.url, { events: ['webhook.test'] })
    await sendTest(service, failing)
    await settled(service, failing, 'dead')
    expect(await Promise.all(['delivered', 'failed', 'dead'].map(attempts))).toEqual([1, 2, 1])
    expect(await sample('palate_webhook_dead_letters')).toBe(1)
  })

  test('the age of the oldest undelivered event is a metric, and 0 when there is none', async () => {
    expect(await sample('palate_webhook_oldest_undelivered_seconds')).toBe(0)
    const answered = Promise.withResolvers<void>()
    receiver.behave((response) => void answered.promise.then(() => response.writeHead(200).end()))
    const { id } = await createWebhook(service, receiver.url, { events: ['profile.created'] })
    await createProfile(service)
    await receiver.waitFor(1)
    const age = () => sample('palate_webhook_oldest_undelivered_seconds')
    await expect.poll(age).toBeGreaterThan(0.4)
    expect(await age()).toBeLessThan(60)
    answered.resolve()
    await settled(service, id, 'delivered')
    expect(await sample('palate_webhook_oldest_undelivered_seconds')).toBe(0)
  })
})
