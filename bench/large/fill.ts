import pg from 'pg'
import { type Copies, type Counts, copiesOf, expiredRange, keptRange, lastPosition, type Range } from './copies.ts'

/** What the benchmark of the sweep adds. */
export const expiredRows = 10_000
const sweptTables = [
  ...['recent_frames', 'features', 'thumbnails'],
  ...['events', 'event_log', 'deliveries', 'delivery_attempts', 'audit_entries', 'batches', 'batch_frames'],
]

/**
 * Fills the tables with copies of the rows that are there. Each is written anew without indexes, which PostgreSQL does
 * not log if it runs with `wal_level=minimal`, and gets its indexes afterwards.
 */
export async function fillTables(
  url: string,
  { counts, untilMs, skips }: { readonly counts: Counts; readonly untilMs: number; readonly skips: readonly string[] },
  log: (line: string) => void,
): Promise<void> {
  const client = await connect(url)
  const range = keptRange(counts, untilMs)
  for (const copies of copiesOf(range, lastPosition(counts, expiredRows))) {
    if (skips.includes(copies.table)) continue
    const started = performance.now()
    await client.query('begin')
    const restore = await dropIndexes(client, copies.table)
    await rewrite(client, copies.table)
    await insertCopies(client, copies, rangeOf(copies, range, counts))
    const inserted = performance.now()
    for (const statement of restore) await client.query(statement)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${copies.table}`)
    const { rows } = await client.query(
      `select pg_size_pretty(pg_total_relation_size('${copies.table}')) as size, count(*) as count from ${copies.table}`,
    )
    const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
    const took = `${seconds(inserted - started)} and ${seconds(performance.now() - inserted)} for indexes`
    log(`${copies.table}: ${rows[0].count} rows, ${rows[0].size}, ${took}`)
  }
  await client.query(`update event_log_ends set last = ${lastPosition(counts, expiredRows)}`)
  await client.query('analyze')
  await client.query('checkpoint')
  await client.end()
}

/** Rows of each kind that sweeps delete. */
export async function addExpired(url: string, counts: Counts): Promise<void> {
  const client = await connect(url)
  const range = expiredRange(counts, expiredRows)
  for (const copies of copiesOf(range, lastPosition(counts, expiredRows))) {
    if (!sweptTables.includes(copies.table)) continue
    await insertCopies(client, copies, rangeOf(copies, range))
    await client.query(`analyze ${copies.table}`)
  }
  await client.end()
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Without the triggers, which count bytes and enter keys.
  await client.query(`set session_replication_role = replica`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  return client
}

function rangeOf({ per = 1 }: Copies, range: Range, counts?: Counts): Range {
  if (per === 'picture') return counts === undefined ? range : { ...range, last: counts.pictures }
  return { ...range, first: Math.floor((range.first - 1) / per) + 1, last: Math.floor(range.last / per) }
}

/** Returns the statements that create them again. */
async function dropIndexes(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = '${table}'::regclass and contype in ('p', 'u')`,
  )
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = current_schema() and tablename = '${table}'`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  return [
    ...constraints.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ indexdef }) => indexdef),
  ]
}

/** Truncates the table and copies its rows back: PostgreSQL does not log rows of a file that the same transaction created. */
async function rewrite(client: pg.Client, table: string): Promise<void> {
  await client.query(`create temporary table originals on commit drop as select * from ${table}`)
  await client.query(`truncate ${table}`)
  // Otherwise most of the time would go into compressing what cannot be compressed.
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}' and data_type = 'bytea'`,
  )
  for (const { column_name } of rows) {
    await client.query(`alter table ${table} alter column ${column_name} set storage external`)
  }
  await client.query(`insert into ${table} overriding system value select * from originals`)
}

/** The oldest first, as an account stores them. */
async function insertCopies(client: pg.Client, { table, changes }: Copies, { first, last }: Range): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}' and is_identity = 'NO'
      and coalesce(column_default, '') not like 'nextval%' order by ordinal_position`,
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? `original.${name}`)
  await client.query(`
    insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from (select * from ${table} limit 1) as original, generate_series(${last}, ${first}, -1) as numbers (n)`)
}
