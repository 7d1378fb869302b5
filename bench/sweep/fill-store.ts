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

/** In the order of the sweep. */
export const kinds = ['seen_frames', 'recent_frames', 'features', 'thumbnails', 'events'] as const

export type Kind = (typeof kinds)[number]

/**
 * Stores this many expired rows of each kind in the only account: the frames of pictures that nothing else needs, and
 * events in the log.
 */
export async function fillStore(env: Env, rows: number): Promise<void> {
  const store = await openStore(readConfig(env))
  const [accountId = ''] = await listAccountIds(store.read)
  if (store.engine === 'postgres') await keepUncompressed(store)
  for (const kind of kinds) {
    for (let first = 0; first < rows; first += rowsPerInsert) {
      const last = Math.min(rows, first + rowsPerInsert)
      await store.write((db) => insert(store.engine, kind, accountId, first, last).execute(db))
    }
  }
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
  const numbers = isEmbedded
    ? sql`(with recursive numbers (n) as (select ${first} union all select n + 1 from numbers where n < ${last} - 1)
        select n from numbers)`
    : sql`generate_series(cast(${first} as integer), cast(${last} as integer) - 1) as numbers (n)`
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
    thumbnails: [
      'account_id, content_hash, side, data, created_at',
      sql`${account}, ${hash}, 256, ${bytes(thumbnailBytes)}, '${sql.raw(long)}'`,
    ],
  }
  const [names, values] = columns[kind]
  return sql`insert into ${sql.table(kind)} (${sql.raw(names)}) select ${values} from ${numbers}`
}
