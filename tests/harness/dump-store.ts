import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Home } from './home.ts'

/** Every row of every table as text, read without the service. */
export async function dumpStore({ env }: Home): Promise<string> {
  const { DATABASE_URL, PALATE_DATA_DIR = '' } = env
  return DATABASE_URL === undefined ? dumpSqlite(join(PALATE_DATA_DIR, 'palate.db')) : dumpPostgres(DATABASE_URL)
}

function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
  const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${name}"`).all())
  database.close()
  return JSON.stringify(rows)
}

async function dumpPostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  const texts: string[] = []
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select t::text as row from "${tablename}" t`)
    texts.push(...rows.map(({ row }) => row as string))
  }
  await client.end()
  return texts.join('\n')
}
