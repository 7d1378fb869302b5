import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { change, createProfile, version } from '../profiles/profile-requests.ts'
import { answer, startReceiver } from '../webhooks/receiver.ts'
import { createWebhook, sendTest, settled } from '../webhooks/webhook-requests.ts'
import { type KnownIds, pictureNamed, pixel, send, tenantRequests } from './operation-requests.ts'

/** A project with one of everything that the service stores. The service must retry deliveries immediately. */
export interface Tenant {
  readonly client: Client
  readonly ids: KnownIds
  /** Occurs in every text that the tenant chose. */
  readonly mark: string
}

export async function createTenant(client: Client, projectId: string): Promise<Tenant> {
  const mark = `mark-${randomUUID()}`
  const make = async (path: string, body: object) => {
    const made = await client.call('POST', path, { body })
    expect(made.status, made.text).toBeLessThan(300)
    return made
  }
  const profile = await createProfile(client, { projectId, name: mark, seed: mark })
  await change(client, profile, {
    versions: [version({ id: 'v0' }), { ...version({ id: 'v1', parent: 'v0', branch: 'b0' }), message: mark }],
    branches: [{ id: 'b0', name: mark, headVersionId: 'v1' }],
  })
  const key = (await make('/api/api-keys', { name: mark, projectId })).body.id
  const alert = (await make('/v1/alerts', { profileId: profile, dimension: 'brightness', below: 1e-6 })).body.id
  const frames = [{ id: mark, url: pixel }]
  const share = (await make('/v1/shares', { profileId: profile, title: mark, frames })).body.id
  const pair = { first: `https://pictures.test/${mark}-a`, second: `https://pictures.test/${mark}-b` }
  await make(`/v1/profiles/${profile}/annotations`, { exemplars: [{ url: pixel, label: 'good' }] })
  const discard = (await client.call('DELETE', `/v1/profiles/${profile}/annotations`)).body.discardId
  const ask = (await make(`/v1/profiles/${profile}/asks`, pair)).body.id
  const submission = { profile_id: profile, frames, dimensions: ['brightness'], metadata: { mark } }
  const { text } = await make('/v1/score/batch', submission)
  expect(text).toContain('"succeeded":1')
  const batch = JSON.parse(text.split('\n')[0] ?? '').batch_id
  const uploaded = pictureNamed(mark)
  const frame = await client.call('POST', `/api/frames/upload?projectId=${projectId}`, {
    raw: new Uint8Array(uploaded),
    headers: { 'content-type': 'image/png' },
  })
  expect(frame.status, frame.text).toBe(201)
  const contentHash = createHash('sha256').update(uploaded).digest('hex')
  const recent = async () => (await client.call('GET', '/v1/frames/recent')).text
  await eventually(async () => expect(await recent()).toContain('/v1/thumbnails/'))
  const pictures = [{ frameId: frame.body.id, caption: mark }]
  const board = (await make('/v1/boards', { profileId: profile, name: mark, pictures })).body.id
  const { webhook, letters } = await createDeadLetters(client, { projectId, description: mark })
  const [delivery = '', toReplay = '', toDelete = ''] = letters
  const library = { frame: frame.body.id, contentHash }
  const person = (await make('/api/people', { name: mark, role: 'viewer', projects: [projectId] })).body.person.id
  const ids = { ...library, profile, key, alert, share, board, ask, discard, person, webhook, delivery, batch }
  const deadLetters = [toReplay, toDelete] as const
  return { client, mark, ids: { ...ids, deadLetters, project: projectId } }
}

/** Members that change on their own. */
const changing =
  /"(usageCount|lastUsedAt|latency_ms|running|waiting|unfinished|oldestSeconds|overdueSeconds)":("[^"]*"|[\d.]+|null)/g

/** The tenant's responses from read-only operations, by operation. */
export async function readAll({ client, ids }: Tenant): Promise<readonly (readonly [string, string])[]> {
  const reads = tenantRequests(ids, 'nothing new').filter(({ route }) => route.method === 'GET')
  const answers: [string, string][] = []
  for (const request of reads) {
    const { status, text } = await send(client, request)
    expect(status, `${request.operation}: ${text}`).toBe(request.route.status)
    answers.push([request.operation, text.replace(changing, '')])
  }
  return answers
}

/** Whether a response reveals anything about the tenant. */
export function mentions(text: string, { mark, ids }: Tenant): boolean {
  const { project: _, ...own } = ids
  return [mark, ...Object.values(own).flat()].some((word) => text.includes(word))
}

async function createDeadLetters(client: Client, wanted: object) {
  const receiver = await startReceiver(answer(500))
  const { id: webhook } = await createWebhook(client, receiver.url, { ...wanted, events: ['webhook.test'] })
  for (let i = 0; i < 3; i++) await sendTest(client, webhook)
  const letters = (await settled(client, webhook, 'dead')).map(({ id }) => id as string)
  await receiver.stop()
  return { webhook: webhook as string, letters }
}
