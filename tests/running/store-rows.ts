import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Home } from '../harness/home.ts'

type Row = Readonly<Record<string, unknown>>

/** Pieces of pictures are rows only in PostgreSQL, and the others are about the store itself. */
const ownTables = ['frame_pieces', 'account_bytes', 'schema_migrations']

/** The rows of each table, in an order and form that do not depend on the engine. Reads without the service. */
export async function readRows({ env }: Home): Promise<Readonly<Record<string, readonly string[]>>> {
  const { DATABASE_URL, PALATE_DATA_DIR = '' } = env
  const tables =
    DATABASE_URL === undefined ? readSqlite(join(PALATE_DATA_DIR, 'palate.db')) : await readPostgres(DATABASE_URL)
  const own = tables.filter(([name]) => !ownTables.includes(name))
  return Object.fromEntries(own.map(([name, rows]) => [name, rows.map(textOf).toSorted()]))
}

function textOf({ arrival: _, ...row }: Row): string {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ])
  return JSON.stringify(values.toSorted())
}

type Tables = readonly (readonly [string, readonly Row[]])[]

function readSqlite(file: string): Tables {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all()
    return found.map(({ name }) => [String(name), database.prepare(`select * from "${name}"`).all()])
  } finally {
    database.close()
  }
}

async function readPostgres(connectionString: string): Promise<Tables> {
  const client = new pg.Client({ connectionString })
  client.setTypeParser(pg.types.builtins.INT8, Number)
  await client.connect()
  try {
    const { rows: found } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    const tables: [string, Row[]][] = []
    for (const { tablename } of found) {
      const { rows } = await client.query(`select * from "${tablename}"`)
      tables.push([tablename, rows])
    }
    return tables
  } finally {
    await client.end()
  }
}
