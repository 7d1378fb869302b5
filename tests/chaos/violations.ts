import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../harness/client.ts'
import { findBrokenInvariants } from './invariants.ts'
import type { CreationRecord, KeyRecord, Ledger, ProfileRecord } from './ledger.ts'

/** Compares the service's current state with what the writers recorded. Returns each difference. */
export async function findViolations(client: Client, ledger: Ledger): Promise<readonly string[]> {
  const found = [...ledger.unexpectedAnswers]
  for (const creation of ledger.creations) found.push(...(await checkCreation(client, creation)))
  for (const profile of ledger.profiles) found.push(...(await checkProfile(client, profile)))
  found.push(...(await checkList(client, ledger)))
  found.push(...(await checkKeys(client, ledger.keys)))
  return found
}

/**
 * Repeats each creation that has an idempotency key. It must return the same profile, or a new one if there was no
 * response.
 */
async function checkCreation(client: Client, creation: CreationRecord): Promise<readonly string[]> {
  const { body, idempotencyKey, id } = creation
  if (idempotencyKey === undefined) return []
  const headers = { 'idempotency-key': idempotencyKey }
  const answer = await client.call('POST', '/v1/profiles', { body, headers })
  if (answer.status !== 201) return [`the repeat of ${body.name} was answered with ${answer.status}`]
  creation.id = answer.body.id
  if (id === undefined) return []
  if (answer.body.id !== id) return [`the repeat of ${body.name} made a second profile`]
  return answer.headers.get('idempotency-replayed') === 'true'
    ? []
    : [`the repeat of ${body.name} was not marked as a replay`]
}

async function checkProfile(client: Client, record: ProfileRecord): Promise<readonly string[]> {
  const answer = await client.call('GET', `/v1/profiles/${record.id}`)
  const wrong = (what: string) => `profile ${record.name}: ${what}`
  if (answer.status === 404 && record.deletion !== 'not asked') {
    record.deletion = 'acknowledged'
    return []
  }
  if (answer.status !== 200) return [wrong(`was answered with ${answer.status}`)]
  if (record.deletion === 'acknowledged') return [wrong('was deleted and still exists')]
  return [...findBrokenInvariants(answer.body), ...findLost(record, answer.body)].map(wrong)
}

interface StoredProfile {
  readonly seed: string | null
  readonly profileData: {
    readonly versions: readonly { readonly id: string; readonly message: string; readonly snapshot: object }[]
  }
}

function findLost(record: ProfileRecord, { seed, profileData }: StoredProfile): string[] {
  const stored = new Map(profileData.versions.map((version) => [version.id, version]))
  const found: string[] = []
  for (const [id, sent] of record.acknowledged) {
    if (!stored.has(id)) found.push(`the acknowledged version ${id} is lost`)
    else if (!agrees(sent, stored.get(id))) found.push(`version ${id} is not what was sent`)
  }
  for (const { id, message } of profileData.versions) {
    if (record.acknowledged.has(id) || record.unknownMerges.has(message)) continue
    const sent = record.unknown.get(id)
    if (!sent) found.push(`version ${id} was never sent`)
    else if (!agrees(sent, stored.get(id))) found.push(`version ${id} is not what was sent`)
  }
  for (const id of record.refused) if (stored.has(id)) found.push(`the refused version ${id} is stored`)
  const marks = [record.mark, ...record.unknownMarks]
  if (record.mark !== undefined && !marks.includes(seed))
    found.push(`the last acknowledged mark was ${record.mark}, but the seed is ${seed}`)
  return found
}

/** The service may add members (time, latent scores, parent) but must not change any. */
function agrees(sent: object, stored: object | undefined): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const now: unknown = stored && Reflect.get(stored, name)
    if (name === 'snapshot') return typeof now === 'object' && now !== null && agrees(value, now)
    return isDeepStrictEqual(value, now)
  })
}

/** Each name is listed once. Acknowledged profiles must be listed, those without a response may be, and no others. */
async function checkList(client: Client, { project, creations, profiles }: Ledger): Promise<readonly string[]> {
  const { body } = await client.call('GET', `/v1/profiles?projectId=${project}`)
  const listed: { id: string; name: string }[] = body.profiles
  const ids = new Set(listed.map(({ id }) => id))
  const names = new Set(listed.map(({ name }) => name))
  const gone = new Set(profiles.filter(({ deletion }) => deletion === 'acknowledged').map(({ id }) => id))
  const known = new Set([...creations.map(({ body: { name } }) => name), ...profiles.map(({ name }) => name)])
  return [
    ...(names.size < listed.length ? ['a name is listed twice'] : []),
    ...creations.flatMap(({ id, body: { name } }) =>
      id === undefined || gone.has(id) !== ids.has(id) ? [] : [`${name} is ${ids.has(id) ? 'still' : 'not'} listed`],
    ),
    ...listed.filter(({ name }) => !known.has(name)).map(({ name }) => `nobody created ${name}`),
  ]
}

async function checkKeys(client: Client, records: readonly KeyRecord[]): Promise<readonly string[]> {
  const { body } = await client.call('GET', '/api/api-keys')
  const listed: readonly { id: string; name: string }[] = body.keys
  const found: string[] = []
  for (const { name, id, secret, revocation } of records) {
    const times = listed.filter((key) => key.name === name).length
    if (id === undefined || secret === undefined) {
      if (times > 1) found.push(`key ${name} exists ${times} times`)
      continue
    }
    const { status } = await client.call('GET', '/v1/profiles?limit=1', { key: secret })
    const allowed = { 'not asked': [200], acknowledged: [401], unknown: [200, 401] }[revocation]
    if (!allowed.includes(status)) found.push(`key ${name} (revocation ${revocation}) was answered with ${status}`)
    if (times !== (status === 200 ? 1 : 0)) found.push(`key ${name} is listed ${times} times`)
  }
  return found
}
