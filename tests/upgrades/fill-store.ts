import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../harness/client.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import type { Receiver } from '../webhooks/receiver.ts'

/** The request whose stored response a fixture contains. */
export const idempotentRequest = {
  headers: { 'idempotency-key': 'kept' },
  body: { projectId: 'website', name: 'Made once', seed: 'calm, warm' },
}

/** Adds one of everything to an empty store, through the API. */
export async function fillStore(client: Client, accepting: Receiver, failing: Receiver): Promise<void> {
  async function send(method: string, path: string, body?: unknown, headers = {}) {
    const answer = await client.call(method, path, { body, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const pictures = await Promise.all(
    [0, 1, 2].map((seed) => paint({ mood: seed === 2 ? 'cold' : 'warm', seed, width: 24, height: 16 })),
  )
  const [good = '', alike = '', bad = ''] = pictures.map((bytes) => dataUrl(bytes))

  await send('POST', '/v1/webhooks', { url: accepting.url, events: ['*'], description: 'all' })
  await send('POST', '/v1/webhooks', { url: failing.url, events: ['profile.created', 'quality.alert'] })
  await send('POST', '/api/api-keys', { name: 'Website', projectId: 'website', expiresInDays: 3650 })
  const rotated = await send('POST', '/api/api-keys', { name: 'Rotated' })
  await send('POST', `/api/api-keys/rotate?id=${rotated.id}`)

  await send('POST', '/v1/profiles', idempotentRequest.body, idempotentRequest.headers)
  const { id } = await send('POST', '/v1/profiles', { projectId: 'website', name: 'Brand', seed: 'calm, warm' })
  const profile = `/v1/profiles/${id}`
  const first = {
    constraints: [{ id: 'busy', question: 'Busy or quiet?', answer: 'quiet', category: 'layout', note: 'kept' }],
    exemplars: [
      { id: 'sunset', label: 'good', imageData: good },
      { id: 'ice', label: 'bad', imageData: bad, weight: 2 },
    ],
    comparisons: [{ id: 'duel', frameA: 'sunset', frameB: 'ice', winner: 'sunset' }],
  }
  const commit = (version: object) => send('PATCH', profile, { profileData: { versions: [version] } })
  await commit({ id: 'v1', branchId: 'main', parentVersionId: null, message: 'First', snapshot: first })
  await send('PATCH', profile, { profileData: { branches: [{ id: 'side', name: 'side', parentBranchId: 'main' }] } })
  const onSide = { ...first, exemplars: [...first.exemplars, { id: 'dawn', label: 'good', imageData: alike }] }
  await commit({ id: 'v2', branchId: 'side', parentVersionId: 'v1', message: 'On the side', snapshot: onSide })
  const onMain = { ...first, constraints: [{ id: 'light', question: 'Light or dark?', answer: 'light' }] }
  await commit({ id: 'v3', branchId: 'main', parentVersionId: 'v1', message: 'On main', snapshot: onMain })
  await send('POST', `${profile}/merge`, { sourceBranchId: 'side', targetBranchId: 'main', message: 'Both' })
  const workingChanges = { exemplars: [{ id: 'new', label: 'good', imageData: alike, dimension: 'mood' }] }
  await send('PATCH', profile, { profileData: { workingChanges, budget: { labelsUsed: 3 } } })
  const exported = await send('GET', `${profile}/export`)
  await send('POST', '/v1/profiles/import', { ...exported, projectId: 'app', name: 'Copy' })
  const gone = await send('POST', '/v1/profiles', { projectId: 'app', name: 'Gone' })
  await send('DELETE', `/v1/profiles/${gone.id}`)

  await send('POST', '/v1/alerts', { profileId: id, dimension: 'aesthetics', below: 1 })
  const frames = [
    { id: 'a', url: good },
    { id: 'b', url: bad },
  ]
  await send('POST', '/v1/score', { profile_id: id, dimensions: ['aesthetics'], frames })
  const broken = { id: 'c', url: 'data:image/png;base64,AAAA' }
  const batch = {
    profile_id: id,
    dimensions: ['aesthetics', 'usability'],
    frames: [...frames, broken],
    metadata: { n: 1 },
  }
  await client.call('POST', '/v1/score/batch', { body: batch })
  await settle(send)
}

/** Waits until every delivery is over. */
async function settle(send: (method: string, path: string) => Promise<{ [list: string]: Delivery[] }>): Promise<void> {
  for (let quietRounds = 0; quietRounds < 3; ) {
    await pause(300)
    const { webhooks = [] } = await send('GET', '/v1/webhooks')
    const lists = await Promise.all(
      webhooks.map(({ id }) => send('GET', `/v1/webhooks/${id}/deliveries?status=pending`)),
    )
    quietRounds = lists.every(({ deliveries = [] }) => deliveries.length === 0) ? quietRounds + 1 : 0
  }
}

interface Delivery {
  readonly id: string
}
