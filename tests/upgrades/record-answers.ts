import type { Client } from '../harness/client.ts'
import type { Recorded } from './fixture.ts'

/** Lists whose items have their own paths. */
const lists = ['/v1/profiles', '/v1/webhooks', '/v1/score/batch', '/v1/webhooks/dead-letters']

/** Sends every request whose response comes from the store. Catalogues and diagnostics do not. */
export async function recordAnswers(client: Client): Promise<readonly Recorded[]> {
  const read = async (path: string) => (await client.call('GET', path)).body
  const { profiles } = await read('/v1/profiles')
  const { webhooks } = await read('/v1/webhooks')
  const { batches } = await read('/v1/score/batch')
  const { deadLetters } = await read('/v1/webhooks/dead-letters')
  const paths = [
    ...lists,
    '/v1/profiles?projectId=website&limit=1',
    '/api/api-keys',
    '/api/projects',
    '/v1/events',
    '/v1/events?type=profile.committed',
    '/v1/alerts',
    ...webhooks.flatMap(({ id }: Item) => [`/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`]),
    ...deadLetters.map(({ id }: Item) => `/v1/webhooks/deliveries/${id}`),
    ...batches.flatMap((batch: { batch_id: string }) => [
      `/v1/score/batch/${batch.batch_id}`,
      `/v1/score/batch/${batch.batch_id}/results`,
    ]),
  ]
  for (const { id } of profiles as readonly Item[]) {
    const { versions } = await read(`/v1/profiles/${id}/versions`)
    const profile = `/v1/profiles/${id}`
    const pages = ['', '?snapshots=omit', '/export', '/versions', '/diff?from=main&to=working']
    paths.push(...pages.map((page) => `${profile}${page}`))
    paths.push(...versions.map((version: Item) => `${profile}/versions/${version.id}`))
  }
  return Promise.all(paths.map((path) => ask(client, path)))
}

/** One response, without the parts that change with every request: the usage counts of the requesting key. */
export async function ask(client: Client, path: string): Promise<Recorded> {
  const { status, headers, text } = await client.call('GET', path)
  const isLines = headers.get('content-type')?.startsWith('application/x-ndjson')
  const body = isLines ? text.trim().split('\n').map(parse) : parse(text)
  return { path, status, body }
}

interface Item {
  readonly id: string
}

function parse(text: string): unknown {
  return JSON.parse(text, (name, value) => (name === 'usageCount' || name === 'lastUsedAt' ? undefined : value))
}
