import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { openPostgres } from '../engines/postgres.ts'
import { disableTimeouts } from '../engines/postgres-session.ts'
import type { Db } from '../schema.ts'
import type { CopyStore } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { columnsOf, lengthOf, tablesOf } from './backup-tables.ts'
import { createTables, refuseNewer } from './create-tables.ts'

/** What a fetch aims for. A row with a long text can have some megabytes. */
const bytesPerFetch = 4 * 1024 * 1024
const rowsPerFetchMax = 1_000
const firstRows = 10

/**
 * Copies every row in one transaction that sees one state (`repeatable read`). Reads through ordinary queries rather
 * than `pg_dump`, so that it needs no program of the server's version: docs/decisions/operations.md.
 */
export function copyPostgres(url: string): CopyStore {
  return async (file, complete) => {
    const engine = openPostgres(url)
    try {
      await engine.read.transaction().execute(async (db) => {
        await sql`set transaction isolation level repeatable read, read only`.execute(db)
        await disableTimeouts(db)
        const applied = await findApplied(db)
        refuseNewer(applied)
        await createTables(file, new Set(applied))
        const copy = new DatabaseSync(file)
        try {
          await copyTables(db, copy)
          await complete(copy, db)
        } finally {
          copy.close()
        }
      })
    } finally {
      await engine.close()
    }
  }
}

async function findApplied(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(db)
  if (!rows[0]?.exists) throw new BackupError('it contains no store')
  const applied = await db.selectFrom('schema_migrations').select('name').execute()
  return applied.map(({ name }) => name)
}

async function copyTables(db: Db, copy: DatabaseSync): Promise<void> {
  // The file is discarded if this fails, so it needs no syncs. A write-ahead log would grow as large as the store; a
  // rollback journal keeps only pages that were there before.
  copy.exec('pragma journal_mode = delete; pragma synchronous = off; begin; delete from schema_migrations')
  for (const table of tablesOf(copy)) await copyTable(db, copy, table)
  copy.exec('commit; pragma synchronous = full')
}

async function copyTable(db: Db, copy: DatabaseSync, table: string): Promise<void> {
  const columns = columnsOf(copy, table)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const insert = copy.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`)
  // The order of arrival decides the order of the rows when they are restored.
  const order = columns.includes('arrival') ? ' order by arrival' : ''
  await sql.raw(`declare copied no scroll cursor for select ${names} from "${table}"${order}`).execute(db)
  for (let limit = firstRows; ; ) {
    const { rows } = await sql.raw<Readonly<Record<string, SQLInputValue>>>(`fetch ${limit} from copied`).execute(db)
    let bytes = 1
    for (const row of rows) {
      const values = columns.map((name) => row[name] ?? null)
      insert.run(...values)
      for (const value of values) bytes += lengthOf(value)
    }
    if (rows.length < limit) break
    limit = Math.max(1, Math.min(rowsPerFetchMax, Math.floor((bytesPerFetch / bytes) * rows.length)))
  }
  await sql`close copied`.execute(db)
}
