import { readConfig } from '@palate/server/config/config.ts'
import { listAccountIds } from '@palate/server/keys/accounts.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Env } from '../../tests/harness/home.ts'

const rowsPerInsert = 10_000
const long = '2020-01-01T00:00:00.000Z'
/** Ids of events begin with their time. */
const longInId = '016f5e66e800'
const eventBody = JSON.stringify({ type: 'profile.updated', data: 'x'.repeat(500) })
/** As large as those of the built-in embedder. */
const embeddingBytes = 1312 * 4
const attributesChars = 900
const thumbnailBytes = 5000
/** As `palate score` sends them. */
export const framesPerBatch = 200
const framesPerPart = 128
export const frameResult = JSON.stringify({ id: 'x'.repeat(40), aesthetics: 0.5, dimensions: 'x'.repeat(200) })
const partOfRequest = 'x'.repeat(framesPerPart * 100)

/** In the order of the sweep. */
export const kinds = [
  'seen_frames',
  'recent_frames',
  'features',
  'thumbnails',
  'batch_frames',
  'deliveries',
  'events',
] as const

export type Kind = (typeof kinds)[number]

/** Finds a row of a kind that is still to be deleted, by index. A batch goes after its frames. */
export const expiredRows: Readonly<Record<Kind, readonly [table: string, column: string, before: string]>> = {
  seen_frames: ['seen_frames', 'seen_at', '2021'],
  recent_frames: ['recent_frames', 'scored_at', '2021'],
  features: ['features', 'created_at', '2021'],
  thumbnails: ['thumbnails', 'created_at', '2021'],
  batch_frames: ['batches', 'completed_at', '2021'],
  deliveries: ['deliveries', 'id', `dlv_${longInId}g`],
  events: ['events', 'id', `evt_${longInId}g`],
}

/**
 * Stores this many expired rows of each kind in the only account: the frames of pictures that nothing else needs, frames
 * of batches whose requests were left, and events in the log, each with a delivery that took one attempt.
 */
export async function fillStore(env: Env, rows: number, chosen: readonly Kind[]): Promise<void> {
  const store = await openStore(readConfig(env))
  const [accountId = ''] = await listAccountIds(store.read)
  if (store.engine === 'postgres') await keepUncompressed(store)
  for (const kind of chosen) {
    for (let first = 0; first < rows; first += rowsPerInsert) {
      const last = Math.min(rows, first + rowsPerInsert)
      await store.write((db) => insert(store.engine, kind, accountId, first, last).execute(db))
    }
  }
  await store.write((db) => insertBatches(store.engine, accountId, Math.ceil(rows / framesPerBatch)).execute(db))
  await store.write((db) => insertParts(accountId).execute(db))
  await store.write((db) => insertRequests(accountId).execute(db))
  await store.write((db) => insertAttempts(accountId).execute(db))
  await store.write((db) => insertWebhook(accountId).execute(db))
  await store.write((db) =>
    sql`insert into event_log (account_id, event_id, project_id, type, position)
      select account_id, id, project_id, type, 1000000000 + row_number() over (order by id) from events
      where account_id = ${accountId} and created_at = ${long}`.execute(db),
  )
  if (store.engine === 'postgres') await sql`analyze`.execute(store.read)
  await store.close()
}

/** So that bytes that are quick to make take as much room as those of pictures. */
async function keepUncompressed(store: Store): Promise<void> {
  for (const [table, column] of [
    ['features', 'embedding'],
    ['thumbnails', 'data'],
  ]) {
    await store.write((db) => sql.raw(`alter table ${table} alter column ${column} set storage external`).execute(db))
  }
}

function insert(
  engine: Store['engine'],
  kind: Kind,
  accountId: string,
  first: number,
  last: number,
): RawBuilder<unknown> {
  const isEmbedded = engine === 'sqlite'
  const numbers = numbersBetween(engine, first, last)
  // Spread over the index, as content hashes are.
  const hash = isEmbedded
    ? sql`printf('%016x%048x', n * 7919111 % 999999937, n)`
    : sql`lpad(to_hex(n::bigint * 7919111 % 999999937), 16, '0') || lpad(to_hex(n), 48, '0')`
  const number = isEmbedded ? sql`printf('%020x', n)` : sql`lpad(to_hex(n), 20, '0')`
  const bytes = (size: number) =>
    isEmbedded ? sql`randomblob(${size})` : sql`decode(repeat(md5(n::text), ${Math.ceil(size / 16)}), 'hex')`
  const account = sql`cast(${accountId} as text)`
  const attributes = 'x'.repeat(attributesChars)
  const columns: Readonly<Record<Kind, readonly [names: string, values: RawBuilder<unknown>]>> = {
    seen_frames: [
      'account_id, project_id, frame_id, content_hash, seen_at',
      sql`${account}, 'p', 'frame ' || n, ${hash}, '${sql.raw(long)}'`,
    ],
    recent_frames: [
      'account_id, project_id, frame_id, profile_id, content_hash, url, scores, scored_at',
      sql`${account}, 'p', 'frame ' || n, 'prof', ${hash}, 'https://pictures.test/' || n, '{"aesthetics":0.5}', '${sql.raw(long)}'`,
    ],
    features: [
      'account_id, content_hash, embedder_id, embedding, attributes, created_at',
      sql`${account}, ${hash}, 'bench', ${bytes(embeddingBytes)}, '${sql.raw(attributes)}', '${sql.raw(long)}'`,
    ],
    events: [
      'account_id, id, project_id, type, created_at, body',
      sql`${account}, 'evt_${sql.raw(longInId)}' || ${number}, 'p', 'profile.updated', '${sql.raw(long)}', '${sql.raw(eventBody)}'`,
    ],
    batch_frames: [
      'account_id, batch_id, place, state, attempts, due_ms, seq, result',
      sql`${account}, ${batchId('n')}, n % ${sql.lit(framesPerBatch)}, 'done', 1, 0, 1 + n % ${sql.lit(framesPerBatch)}, '${sql.raw(frameResult)}'`,
    ],
    deliveries: [
      'account_id, id, webhook_id, event_id, event_type, stream, place, status, tries, created_at, finished_at',
      sql`${account}, 'dlv_${sql.raw(longInId)}' || ${number}, 'hook', 'evt_${sql.raw(longInId)}' || ${number}, 'profile.updated',
        'p', n, 'delivered', 1, '${sql.raw(long)}', '${sql.raw(long)}'`,
    ],
    thumbnails: [
      'account_id, content_hash, side, data, created_at',
      sql`${account}, ${hash}, 256, ${bytes(thumbnailBytes)}, '${sql.raw(long)}'`,
    ],
  }
  const [names, values] = columns[kind]
  return sql`insert into ${sql.table(kind)} (${sql.raw(names)}) select ${values} from ${numbers}`
}

function numbersBetween(engine: Store['engine'], first: number, last: number): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`(with recursive numbers (n) as (select ${first} union all select n + 1 from numbers where n < ${last} - 1)
        select n from numbers)`
    : sql`generate_series(cast(${first} as integer), cast(${last} as integer) - 1) as numbers (n)`
}

function batchId(frame: string): RawBuilder<unknown> {
  return sql`'batch_${sql.raw(longInId)}' || (${sql.raw(frame)} / ${sql.lit(framesPerBatch)})`
}

function insertBatches(engine: Store['engine'], accountId: string, batches: number): RawBuilder<unknown> {
  return sql`insert into batches (account_id, id, project_id, profile_id, status, total, succeeded, failed, canceled, taken,
      asked, created_at, completed_at)
    select cast(${accountId} as text), ${batchId(`n * ${framesPerBatch}`)}, 'p', 'prof', 'completed', ${sql.lit(framesPerBatch)},
      ${sql.lit(framesPerBatch)}, 0, 0, ${sql.lit(framesPerBatch)}, '{}', '${sql.raw(long)}', '${sql.raw(long)}'
    from ${numbersBetween(engine, 0, batches)}`
}

function insertParts(accountId: string): RawBuilder<unknown> {
  return sql`insert into batch_request_parts (account_id, batch_id, first_place, frames)
    select account_id, batch_id, place, '${sql.raw(partOfRequest)}' from batch_frames
    where account_id = ${accountId} and place % ${sql.lit(framesPerPart)} = 0`
}

function insertRequests(accountId: string): RawBuilder<unknown> {
  return sql`insert into batch_requests (account_id, batch_id, frames)
    select account_id, id, 'in batch_request_parts' from batches where account_id = ${accountId}`
}

function insertAttempts(accountId: string): RawBuilder<unknown> {
  return sql`insert into delivery_attempts (account_id, delivery_id, id, at, status, duration_ms)
    select account_id, id, id || '-1', created_at, 200, 12.5 from deliveries where account_id = ${accountId}`
}

function insertWebhook(accountId: string): RawBuilder<unknown> {
  return sql`insert into webhooks (account_id, id, url, events, status, created_at, updated_at, secret, failures_in_row)
    values (${accountId}, 'hook', 'https://hook.test/', '["webhook.test"]', 'enabled', '${sql.raw(long)}', '${sql.raw(long)}',
      '', 0)`
}
