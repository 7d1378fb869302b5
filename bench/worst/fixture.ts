import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unpagedMax } from '@palate/core/page.ts'
import { webhooksPerAccountMax } from '@palate/core/webhooks/schema.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import type { Answer } from '../../tests/harness/answer.ts'
import type { Client } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'
import { commitOf, fullState, largePicture, manyFrames, manyVersions } from './bodies.ts'

/** On a busy machine PostgreSQL may abort a transaction that waits for the processor. */
const attemptsMax = 10
const retryAfterMs = 2000
/** Nothing listens there, so deliveries fail immediately. */
const nowhere = 'http://127.0.0.1:9/hook'

export type WorstFixture = Awaited<ReturnType<typeof fillStore>>

/** An account with the maximum of everything that the limits allow, or that one list shows. */
export async function fillStore(client: Client, env: Env) {
  const full = await newProfile(client)
  await change(client, full, { versions: [commitOf('ours', fullState('warm'))] })
  await change(client, full, {
    branches: [{ id: 'side', name: 'side' }],
    versions: [commitOf('theirs', fullState('cold'), 'ours', 'side')],
  })
  const long = await newProfile(client)
  await change(client, long, manyVersions().profileData)
  const webhook = (await must(client, 'POST', '/v1/webhooks', { url: nowhere, events: ['*'] })).body.id as string
  const delivery = (await must(client, 'POST', `/v1/webhooks/${webhook}/test`)).body.id as string
  const batch = await must(
    client,
    'POST',
    '/v1/score/batch',
    { ...manyFrames(long), frames: [{ id: 'f', url: 'data:,' }] },
    {
      prefer: 'respond-async',
    },
  )
  const picture = largePicture()
  const upload = { raw: picture, headers: { 'content-type': 'image/png' } }
  const uploaded = await client.call('POST', '/api/frames/upload?projectId=bench', upload)
  const frame = uploaded.body.id as string
  const thumbnail = createHash('sha256').update(picture).digest('hex')
  const score = { profile_id: long, frames: [{ id: 'f', url: `frame:${frame}` }], dimensions: ['brightness'] }
  await must(client, 'POST', '/v1/score', score)
  await pause(1000)
  const store = await openStore(readConfig(env))
  await copyRows(store, 'frames', { id: frame }, unpagedMax, (i) => ({ id: idOf('frm', i), content_hash: `hash ${i}` }))
  await copyRows(store, 'recent_frames', {}, unpagedMax, (i) => ({ frame_id: `f${i}` }))
  await copyRows(store, 'profiles', { id: long }, unpagedMax, (i) => ({ id: idOf('prof', i), name: `Copy ${i}` }))
  await copyRows(store, 'webhooks', { id: webhook }, webhooksPerAccountMax - 1, (i) => ({
    id: idOf('hook', i),
    status: 'disabled',
  }))
  await copyRows(store, 'deliveries', { id: delivery }, unpagedMax, (i) => ({
    id: idOf('dlv', i),
    event_id: `evt_${i}`,
    status: 'dead',
    due_at: null,
    leased_by: null,
  }))
  await copyRows(store, 'api_keys', {}, unpagedMax, (i) => ({
    id: idOf('key', i),
    hash: `hash ${i}`,
    revoked_at: null,
  }))
  await copyRows(store, 'events', {}, unpagedMax, (i) => ({ id: idOf('evt', i) }))
  await store.close()
  const spareWebhooks = [idOf('hook', 0), idOf('hook', 1)] as const
  return {
    full,
    long,
    frame,
    thumbnail,
    webhook,
    delivery,
    batch: batch.body.batch_id as string,
    nowhere,
    spareWebhooks,
  }
}

export async function newProfile(client: Client): Promise<string> {
  count += 1
  return (await must(client, 'POST', '/v1/profiles', { projectId: 'bench', name: `Worst ${count}` })).body.id
}

let count = 0

export function change(client: Client, id: string, profileData: object): Promise<Answer> {
  return must(client, 'PATCH', `/v1/profiles/${id}`, { profileData })
}

export async function must(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  let answer = await client.call(method, path, { body, headers })
  for (let attempt = 1; answer.status === 503 && attempt < attemptsMax; attempt++) {
    await pause(retryAfterMs)
    answer = await client.call(method, path, { body, headers })
  }
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer
}

/** The key of another account. */
export async function newAccount(env: Env): Promise<string> {
  const store = await openStore(readConfig(env), { isSecondary: true })
  const name = `Other ${randomUUID()}`
  const clock = () => new Date()
  const key = await createAccount(store, { clock, newId: createIdSource(clock) }, name).finally(() => store.close())
  if (key === undefined) throw new Error('the account exists')
  return key
}

/** Copies a row, because creating that many by request takes too long. */
export async function copyRows<Table extends keyof Schema & string>(
  { read, write }: Store,
  table: Table,
  which: { readonly id?: string },
  copies: number,
  change: (i: number) => object,
): Promise<void> {
  const rowsPerInsert = 500
  let query = read.selectFrom(table as 'profiles').selectAll()
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  const original = await query.limit(1).executeTakeFirstOrThrow()
  await write(async (db) => {
    for (let start = 0; start < copies; start += rowsPerInsert) {
      const length = Math.min(rowsPerInsert, copies - start)
      const rows = Array.from({ length }, (_, i) => ({ ...original, ...change(start + i) }))
      await db
        .insertInto(table as 'profiles')
        .values(rows as Schema['profiles'][])
        .execute()
    }
  })
}

export function idOf(prefix: string, i: number): string {
  return `${prefix}_${i.toString(16).padStart(32, '0')}`
}
