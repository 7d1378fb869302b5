import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { disableTimeouts } from '../engines/postgres-session.ts'
import { openStore, sqliteFile } from '../open.ts'
import type { Db } from '../schema.ts'
import { checksumFile, fileHash } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { lengthOf, tablesOf } from './backup-tables.ts'
import { checkBackup } from './check-backup.ts'

/** Copies a backup into an empty folder as its store, checks it and migrates it to this version. */
export async function stageBackup(backup: string, folder: string): Promise<void> {
  const file = sqliteFile(folder)
  copyFileSync(backup, file)
  chmodSync(file, 0o600)
  await checkHash(file, backup)
  await checkBackup(file)
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  await store.close()
  // Put everything into one file, so that it can be moved.
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}

/** A backup of an older version has no checksum. */
async function checkHash(copy: string, backup: string): Promise<void> {
  const checksum = checksumFile(backup)
  if (!existsSync(checksum)) return
  const [expected] = readFileSync(checksum, 'utf8').split(' ', 1)
  if (expected !== (await fileHash(copy))) {
    throw new BackupError(`it is incomplete or was changed: its SHA-256 differs from the one in ${checksum}`)
  }
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
  await disableTimeouts(db)
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    for (const table of tablesOf(source).filter((name) => name !== ownTable)) {
      for (const rows of piecesOf(source, table)) await insertRows(db, table, rows)
      await compareCounts(source, db, table)
    }
  } finally {
    source.close()
  }
}

/** Maintained by the store itself. */
const ownTable = 'schema_migrations'

async function compareCounts(source: DatabaseSync, db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  const expected = source.prepare(`select count(*) as rows from "${table}"`).get()?.rows
  const found = rows[0]?.rows
  if (found !== expected) throw new BackupError(`its table ${table} has ${expected} rows, and ${found} were restored`)
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

async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}
