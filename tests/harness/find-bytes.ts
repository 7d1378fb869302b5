import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Home } from './home.ts'

/** Where the store and the data directory contain any of these bytes: columns of tables, and files beside the store's. */
export async function findBytes({ env }: Home, needles: readonly Uint8Array[]): Promise<readonly string[]> {
  const { DATABASE_URL, PALATE_DATA_DIR = '' } = env
  const rows = DATABASE_URL === undefined ? sqliteRows(PALATE_DATA_DIR) : await postgresRows(DATABASE_URL)
  const has = (hay: Buffer) => needles.some((needle) => hay.includes(Buffer.from(needle)))
  const found = rows.flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([column, value]) => (has(bytesOf(value)) ? `${table}.${column}` : [])),
  )
  const files = readdirSync(PALATE_DATA_DIR, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('palate.db'),
  )
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return [...new Set([...found, ...paths.filter((path) => has(readFileSync(path)))])]
}

interface TableRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

function sqliteRows(dataDir: string): readonly TableRow[] {
  const database = new DatabaseSync(join(dataDir, 'palate.db'), { readOnly: true })
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => ({ table: String(name), row })),
  )
  database.close()
  return rows
}

async function postgresRows(connectionString: string): Promise<readonly TableRow[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const all: TableRow[] = []
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select * from "${tablename}"`)
    all.push(...rows.map((row) => ({ table: tablename, row })))
  }
  await client.end()
  return all
}

function bytesOf(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value ?? ''))
}
