import { chmodSync, copyFileSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { openStore, sqliteFile } from '../open.ts'
import type { Db } from '../schema.ts'
import { checkBackup } from './check-backup.ts'

/** Copies a backup into an empty folder as its store, checks it and migrates it to this version. */
export async function stageBackup(backup: string, folder: string): Promise<void> {
  const file = sqliteFile(folder)
  copyFileSync(backup, file)
  chmodSync(file, 0o600)
  await checkBackup(file)
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  await store.close()
  // Put everything into one file, so that it can be moved.
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}

const rowsPerInsertMax = 200
const charactersPerInsertMax = 1_000_000
/** PostgreSQL allows 65,535 in one statement. */
const valuesPerInsertMax = 30_000

/**
 * Copies every row of a store of this version into an empty PostgreSQL store, in the caller's transaction. `arrival` is
 * reassigned in the same order, because PostgreSQL generates it.
 */
export async function copyRows(file: string, db: Db): Promise<void> {
  for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`select set_config(${name}, '0', true)`.execute(db)
  }
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    for (const table of sourceTables(source)) {
      for (const rows of piecesOf(source, table)) await insertRows(db, table, rows)
    }
  } finally {
    source.close()
  }
}

/** Maintained by the store itself: PostgreSQL's triggers count the rows as they are inserted. */
const ownTables = ['schema_migrations', 'account_bytes']

function sourceTables(source: DatabaseSync): readonly string[] {
  const rows = source.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all()
  return rows.map(({ name }) => String(name)).filter((name) => !ownTables.includes(name))
}

type Row = Readonly<Record<string, SQLOutputValue>>

function* piecesOf(source: DatabaseSync, table: string): Generator<readonly Row[]> {
  let rows: Row[] = []
  let characters = 0
  for (const row of source.prepare(`select * from "${table}" order by rowid`).iterate()) {
    const { arrival: _, ...rest } = row
    rows.push(rest)
    characters += Object.values(rest).reduce<number>((sum, value) => sum + lengthOf(value), 0)
    const values = rows.length * Object.keys(rest).length
    if (rows.length < rowsPerInsertMax && characters < charactersPerInsertMax && values < valuesPerInsertMax) continue
    yield rows
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield rows
}

function lengthOf(value: SQLOutputValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
}

async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}
