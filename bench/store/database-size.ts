import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Env } from '../../tests/harness/home.ts'

/** What profiles and their histories take in the store, indexes included. */
export async function storeBytes(env: Env): Promise<number> {
  if (env.DATABASE_URL !== undefined) return postgresBytes(env.DATABASE_URL)
  const database = new DatabaseSync(join(env.PALATE_DATA_DIR ?? '', 'palate.db'), { readOnly: true })
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const size = (read('page_count') - read('freelist_count')) * read('page_size')
  database.close()
  return size
}

/** Versions and objects only: the profile's own row is rewritten, and what that leaves is swept by vacuum. */
async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select (pg_total_relation_size('versions') + pg_total_relation_size('objects'))::float8 as bytes",
  )
  await client.end()
  return rows[0].bytes
}
