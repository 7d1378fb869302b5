import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Receiver } from '../../demo/receiver.ts'
import type { Client } from '../../tests/harness/client.ts'
import type { Ledger } from './ledger.ts'

const pageMax = 100
const settleMsMax = 180_000

/** Compares the service with what it has acknowledged. The receiver gets all of its events. */
export async function findViolations(client: Client, ledger: Ledger, receiver: Receiver): Promise<readonly string[]> {
  return [
    ...ledger.violations,
    ...(await checkProfiles(client, ledger)),
    ...(await checkFrames(client, ledger)),
    ...(await checkBatches(client, ledger)),
    ...(await checkEvents(client, ledger, receiver)),
    ...(await checkKeys(client, ledger)),
  ]
}

async function checkProfiles(client: Client, { profiles, versions, annotations }: Ledger): Promise<readonly string[]> {
  const listed = new Map<string, string>()
  for await (const { id, name } of list(client, '/v1/profiles', 'profiles')) listed.set(id, name)
  const found = [...profiles].filter(([id, name]) => listed.get(id) !== name).map(([, name]) => `${name} is lost`)
  const used = new Set([...versions, ...annotations].map(({ profileId }) => profileId))
  for (const profileId of used) {
    const { profileData } = (await client.call('GET', `/v1/profiles/${profileId}`)).body ?? {}
    const stored = new Set<string>(
      [...(profileData?.versions ?? []), ...(profileData?.workingChanges.constraints ?? [])].map(({ id }) => id),
    )
    const lost = [...versions, ...annotations].filter((one) => one.profileId === profileId && !stored.has(one.id))
    found.push(...lost.map(({ id }) => `${id} is lost`))
  }
  return found
}

async function checkFrames({ url, key }: Client, { frames }: Ledger): Promise<readonly string[]> {
  const found: string[] = []
  for (const [id, hash] of frames) {
    const response = await fetch(`${url}/api/frames/${id}`, { headers: { authorization: `Bearer ${key}` } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== hash) found.push(`frame ${id} is lost: ${response.status}`)
  }
  return found
}

/** Waits until all batches are complete. Each frame must have exactly one result. */
async function checkBatches(client: Client, { batches }: Ledger): Promise<readonly string[]> {
  const found: string[] = []
  for (const [id, total] of batches) {
    const status = async () => (await client.call('GET', `/v1/score/batch/${id}`)).body?.status
    if (!(await becomesTrue(async () => (await status()) !== 'in_progress'))) {
      found.push(`batch ${id} does not end`)
      continue
    }
    const { text } = await client.call('GET', `/v1/score/batch/${id}/results`)
    const lines = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    const indexes = lines.filter(({ type }) => type === 'score').map(({ index }) => index)
    const expected = Array.from({ length: total }, (_, index) => index)
    if (indexes.toSorted((a, b) => a - b).join() !== expected.join()) {
      found.push(`batch ${id} of ${total} frames has results for ${indexes.join()}`)
    }
  }
  return found
}

async function checkEvents(client: Client, { profiles }: Ledger, { arrived }: Receiver) {
  const events: { readonly id: string; readonly type: string; readonly data: { readonly name?: string } }[] = []
  for await (const event of list(client, '/v1/events', 'events')) events.push(event)
  const created = new Set(events.filter(({ type }) => type === 'profile.created').map(({ data }) => data.name))
  const missing = () => events.filter(({ id }) => !arrived.has(id))
  await becomesTrue(async () => missing().length === 0)
  return [
    ...[...profiles.values()].filter((name) => !created.has(name)).map((name) => `${name} has no event`),
    ...missing().map(({ id, type }) => `event ${id} (${type}) was not delivered`),
  ]
}

async function checkKeys(client: Client, { revokedKeys }: Ledger): Promise<readonly string[]> {
  const found: string[] = []
  for (const key of revokedKeys) {
    const { status } = await client.call('GET', '/v1/profiles?limit=1', { key })
    if (status !== 401) found.push(`a revoked key was answered with ${status}`)
  }
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: pages of every kind
async function* list(client: Client, path: string, member: string): AsyncGenerator<any> {
  for (let cursor = ''; ; ) {
    const { status, text, body } = await client.call('GET', `${path}?limit=${pageMax}${cursor}`)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`)
    yield* body[member]
    if (body.nextCursor === undefined) return
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

async function becomesTrue(check: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + settleMsMax
  while (performance.now() < untilMs) {
    if (await check()) return true
    await pause(100)
  }
  return false
}
