import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Env } from '../harness/home.ts'

/** Counts the rows that an incomplete write would leave. Every count must be 0. */
const counters = {
  'versions without a profile': `select count(*) as n from versions v where not exists
    (select 1 from profiles p where p.account_id = v.account_id and p.id = v.profile_id)`,
  'objects without a profile': `select count(*) as n from objects o where not exists
    (select 1 from profiles p where p.account_id = o.account_id and p.id = o.profile_id)`,
  'profiles with more or fewer versions than they count': `select count(*) as n from profiles p where version_count <>
    (select count(*) from versions v where v.account_id = p.account_id and v.profile_id = p.id)`,
  'versions without a snapshot': `select count(*) as n from versions v where not exists (select 1 from objects o
    where o.account_id = v.account_id and o.profile_id = v.profile_id and o.hash = v.snapshot_hash)`,
  'profiles without a project': `select count(*) as n from profiles p where not exists
    (select 1 from projects j where j.account_id = p.account_id and j.id = p.project_id)`,
  'idempotency keys without an answer': 'select count(*) as n from idempotency where status is null',
}

export async function findPartialWrites(env: Env): Promise<readonly string[]> {
  const counts = env.DATABASE_URL === undefined ? countInSqlite(env) : await countInPostgres(env.DATABASE_URL)
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

/** Waits for statements of killed clients, which PostgreSQL may still be executing. */
export async function waitUntilQuiet({ DATABASE_URL: url }: Env): Promise<void> {
  if (url === undefined) return
  const busy = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  await withPostgres(url, async (client) => {
    while ((await client.query(busy)).rows[0]?.n > 0) await pause(10)
  })
}

type Counts = Readonly<Record<string, number>>

function countInSqlite(env: Env): Counts {
  const database = new DatabaseSync(join(env.PALATE_DATA_DIR ?? '', 'palate.db'), { readOnly: true })
  const integrity = database.prepare('pragma integrity_check').get()?.integrity_check
  const counts = Object.entries(counters).map(([what, sql]) => [what, Number(database.prepare(sql).get()?.n)] as const)
  database.close()
  return { ...Object.fromEntries(counts), [`damage: ${integrity}`]: integrity === 'ok' ? 0 : 1 }
}

function countInPostgres(url: string): Promise<Counts> {
  return withPostgres(url, async (client) => {
    const counts: Record<string, number> = {}
    for (const [what, sql] of Object.entries(counters)) counts[what] = Number((await client.query(sql)).rows[0]?.n)
    return counts
  })
}

async function withPostgres<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
