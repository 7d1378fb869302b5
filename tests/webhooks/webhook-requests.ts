import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { type Engine, type Env, type Home, startService, type TestService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

type Calls = Pick<Client, 'call'>

export const loopback: Env = { PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }

/** Receivers on loopback are allowed, and retries come after 20 ms. */
const webhookEnv = { ...loopback, PALATE_WEBHOOK_RETRY_MS: '20,20' }

export function startWithWebhooks(engine: Engine, env: Env = {}, home?: Home) {
  return startService(engine, { ...webhookEnv, ...env }, home)
}

export function useWebhookService(engine: Engine, env: Env = {}): TestService {
  return useService(engine, { ...webhookEnv, ...env })
}

export async function createWebhook(client: Calls, url: string, wanted: object = {}): Promise<Answer['body']> {
  const answer = await client.call('POST', '/v1/webhooks', { body: { url, events: ['*'], ...wanted } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export async function events(client: Calls, query = ''): Promise<Answer['body'][]> {
  const answer = await client.call('GET', `/v1/events${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.events
}

export async function deliveries(client: Calls, webhookId: string, query = ''): Promise<Answer['body'][]> {
  const answer = await client.call('GET', `/v1/webhooks/${webhookId}/deliveries${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.deliveries
}

export async function deadLetters(client: Calls, query = ''): Promise<Answer['body'][]> {
  const answer = await client.call('GET', `/v1/webhooks/dead-letters${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.deadLetters
}

export async function readDelivery(client: Calls, id: string): Promise<Answer['body']> {
  const answer = await client.call('GET', `/v1/webhooks/deliveries/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Waits until all deliveries of a webhook have this status, and returns them. */
export async function settled(client: Calls, webhookId: string, status: string) {
  await eventually(async () => {
    const found = await deliveries(client, webhookId)
    expect(found.length).toBeGreaterThan(0)
    expect(found.map((one) => one.status)).toEqual(found.map(() => status))
  })
  return deliveries(client, webhookId)
}

/** Sends `webhook.test` and returns the delivery. */
export async function sendTest(client: Calls, webhookId: string): Promise<Answer['body']> {
  const answer = await client.call('POST', `/v1/webhooks/${webhookId}/test`)
  expect(answer.status, answer.text).toBe(202)
  return answer.body
}
