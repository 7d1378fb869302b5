import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { formatKey } from '@palate/core/keys/format.ts'
import type { Config } from '@palate/server/config/config.ts'
import { openPostgres } from '@palate/server/store/engines/postgres.ts'
import { openSqlite } from '@palate/server/store/engines/sqlite.ts'
import { applyMigrations } from '@palate/server/store/migrations/migrate.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { sqliteFile } from '@palate/server/store/open.ts'

export const fixturesDir = new URL('./fixtures/', import.meta.url)

/** The first key of every fixture's account. */
export const fixtureKey = formatKey(Array.from({ length: 32 }, (_, i) => i * 7))

/** A store as written by a release, and the responses of that release. */
export interface Fixture {
  /** The last migration that the release had. */
  readonly migration: string
  /** Its tables and indexes, as SQLite reports them. */
  readonly schema: readonly string[]
  readonly recordedAt: string
  readonly rows: Readonly<Record<string, readonly Row[]>>
  readonly answers: readonly Recorded[]
}

export interface Recorded {
  readonly path: string
  readonly status: number
  readonly body: unknown
}

type Row = Readonly<Record<string, string | number | null | { readonly base64: string }>>

export function readFixture(release: string): Fixture {
  return JSON.parse(readFileSync(new URL(`${release}.json`, fixturesDir), 'utf8')) as Fixture
}

/** The schema that the migrations up to this one create. */
export async function schemaThrough(migration: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'palate-schema-'))
  const engine = openSqlite(join(directory, 'palate.db'))
  await engine.write((db) => applyMigrations(db, migrationsThrough(migration)))
  await engine.close()
  const database = new DatabaseSync(join(directory, 'palate.db'), { readOnly: true })
  const made = database.prepare('select sql from sqlite_master where sql is not null order by type, name').all()
  database.close()
  rmSync(directory, { recursive: true })
  return made.map(({ sql }) => String(sql).replaceAll(/\s+/g, ' '))
}

/** Every row of a SQLite store, in the columns that its tables had then. */
export function dumpRows(file: string, schema: readonly string[]): Fixture['rows'] {
  const old = new DatabaseSync(':memory:')
  for (const statement of schema) if (/^create table/i.test(statement)) old.exec(statement)
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = old.prepare("select name from sqlite_master where type = 'table'").all()
  const rows = tables.map(({ name }) => {
    const columns = old.prepare(`select name from pragma_table_info('${name}')`).all()
    const listed = columns.map((column) => column.name).join(', ')
    return [String(name), database.prepare(`select ${listed} from ${name}`).all().map(encode)] as const
  })
  database.close()
  return Object.fromEntries(rows.filter(([name]) => name !== 'schema_migrations' && name !== 'rate_windows'))
}

/** Fills an empty store with a release's schema and rows. */
export async function loadFixture({ migration, rows }: Fixture, { dataDir, databaseUrl }: Config): Promise<void> {
  const engine = databaseUrl === undefined ? openSqlite(sqliteFile(dataDir)) : openPostgres(databaseUrl)
  await engine.write(async (db) => {
    await applyMigrations(db, migrationsThrough(migration))
    for (const [table, tableRows] of Object.entries(rows)) {
      for (const row of tableRows)
        await db
          .insertInto(table as 'accounts')
          .values(decode(row))
          .execute()
    }
  })
  await engine.close()
}

function migrationsThrough(migration: string) {
  const end = migrations.findIndex(({ name }) => name === migration)
  if (end < 0) throw new Error(`there is no migration ${migration}`)
  return migrations.slice(0, end + 1)
}

function encode(row: Record<string, unknown>): Row {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  ])
  return Object.fromEntries(values)
}

function decode(row: Row): never {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  ])
  return Object.fromEntries(values) as never
}
