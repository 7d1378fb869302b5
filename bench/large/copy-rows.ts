import type { Db } from '@palate/server/store/schema.ts'
import { type RawBuilder, sql } from 'kysely'

type Tables = 'recent_frames' | 'frames' | 'features' | 'thumbnails'

const rowsPerInsert = 100_000

/** The id of the copy with this number, from 1. */
export function frameIdOf(n: number): string {
  return `${idPrefix}${n.toString(16).padStart(idDigits, '0')}`
}

/** As ids are: of a time long before those of uploads. */
const idPrefix = 'frm_01900000000070008000'
const idDigits = 12

/** Fills the tables with copies of the rows that are there, each the frame of a picture of its own. */
export async function copyRows(db: Db, accountId: string, count: number): Promise<void> {
  const hash = sql`encode(sha256(cast(cast(n as text) as bytea)), 'hex')`
  const id = sql`${idPrefix} || lpad(to_hex(n), ${sql.raw(String(idDigits))}, '0')`
  // Spread over the last 25 days: nothing expires.
  const time = timeOf(sql`now() - n * (interval '25 days' / ${sql.raw(String(count))})`)
  const changes: Readonly<Record<Tables, Readonly<Record<string, RawBuilder<unknown>>>>> = {
    frames: { id, content_hash: hash, created_at: time },
    recent_frames: { frame_id: id, content_hash: hash, scored_at: time },
    features: { content_hash: hash, created_at: time },
    thumbnails: { content_hash: hash, created_at: time },
  }
  // Otherwise most of the time would go into compressing what cannot be compressed.
  await sql`alter table features alter column embedding set storage external`.execute(db)
  await sql`alter table thumbnails alter column data set storage external`.execute(db)
  for (const [table, change] of Object.entries(changes)) {
    for (let first = 1; first <= count; first += rowsPerInsert) {
      await copy(db, table, accountId, [first, Math.min(count, first + rowsPerInsert - 1)], change)
    }
  }
}

/** Frames, features and thumbnails that the sweep deletes. */
export async function addExpired(db: Db, accountId: string, count: number): Promise<void> {
  const hash = sql`encode(sha256(cast('expired ' || n as bytea)), 'hex')`
  const time = timeOf(sql`timestamptz '2020-01-01' + n * interval '1 second'`)
  await copy(db, 'recent_frames', accountId, [1, count], {
    frame_id: sql`'expired ' || n`,
    content_hash: hash,
    scored_at: time,
  })
  for (const table of ['features', 'thumbnails']) {
    await copy(db, table, accountId, [1, count], { content_hash: hash, created_at: time })
  }
}

function timeOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

async function copy(
  db: Db,
  table: string,
  accountId: string,
  [first, last]: readonly [number, number],
  change: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => change[name] ?? sql.ref(`original.${name}`))
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) select ${sql.join(values)}
    from (select * from ${sql.table(table)} where account_id = ${accountId} limit 1) as original,
      generate_series(cast(${first} as integer), cast(${last} as integer)) as numbers (n)`.execute(db)
}
