import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Env } from '../../tests/harness/home.ts'

/** The size of profiles and their histories in the store, with indexes. */
export async function storeBytes(env: Env): Promise<number> {
  if (env.DATABASE_URL !== undefined) return postgresBytes(env.DATABASE_URL)
  const database = new DatabaseSync(join(env.PALATE_DATA_DIR ?? '', 'palate.db'), { readOnly: true })
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const size = (read('page_count') - read('freelist_count')) * read('page_size')
  database.close()
  return size
}

/** Versions and objects only: dead rows of `profiles`, which each commit updates, stay until vacuum removes them. */
async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select (pg_total_relation_size('versions') + pg_total_relation_size('objects'))::float8 as bytes",
  )
  await client.end()
  return rows[0].bytes
}
