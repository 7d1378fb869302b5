import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { findLargestAccount } from '../disk/account-bytes.ts'
import { openPostgres } from '../engines/postgres.ts'
import { openSqlite } from '../engines/sqlite.ts'
import { migrations } from '../migrations/migrations.ts'
import { findUnknown } from '../migrations/upgrade-watch.ts'
import { type StoreConfig, sqliteFile } from '../open.ts'
import type { Db } from '../schema.ts'
import type { Engine } from '../store.ts'

export interface Inspection {
  readonly applied: readonly string[]
  /** Migrations that the next start will apply. */
  readonly pending: readonly string[]
  /** Migrations of a newer version that this version cannot run with. */
  readonly incompatible: readonly string[]
  /** How far PostgreSQL's clock is ahead of this machine's. */
  readonly clockSkewMs: number
  /** Why a transaction cannot write; undefined if it can, or if the store is empty. */
  readonly writeError?: unknown
  /** The account with the highest usage, if the store counts usage. */
  readonly largestAccount: Awaited<ReturnType<typeof findLargestAccount>>
}

/** Inspects the configured store without changing it. */
export async function inspectStore({ dataDir, databaseUrl }: StoreConfig): Promise<Inspection> {
  const all = migrations.map(({ name }) => name)
  const file = sqliteFile(dataDir)
  if (databaseUrl === undefined && !existsSync(file))
    return { applied: [], pending: all, incompatible: [], clockSkewMs: 0, largestAccount: undefined }
  const engine = databaseUrl === undefined ? openSqlite(file) : openPostgres(databaseUrl)
  try {
    const applied = await appliedMigrations(engine)
    const pending = all.filter((name) => !applied.includes(name))
    // The version that applied an unknown migration also added the column that says whether it is additive.
    const isNewer = applied.some((name) => !all.includes(name))
    const unknown = isNewer ? await findUnknown(engine.read, migrations) : []
    const incompatible = unknown.filter(({ isAdditive }) => !isAdditive).map(({ name }) => name)
    const clockSkewMs = engine.engine === 'postgres' ? await clockSkew(engine.read) : 0
    const largestAccount = pending.length === 0 ? await findLargestAccount(engine.read) : undefined
    const writeError = applied.length === 0 ? undefined : await tryWriting(engine)
    return { applied, pending, incompatible, clockSkewMs, writeError, largestAccount }
  } finally {
    await engine.close()
  }
}

/** What SQLite finds wrong with the embedded store; undefined if nothing. Reads the whole file. */
export function findDamage(dataDir: string): string | undefined {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true })
  try {
    const found = database.prepare('pragma quick_check(1)').get()?.quick_check
    return found === 'ok' ? undefined : String(found)
  } finally {
    database.close()
  }
}

async function appliedMigrations(engine: Engine): Promise<readonly string[]> {
  try {
    const rows = await engine.read.selectFrom('schema_migrations').select('name').execute()
    return rows.map(({ name }) => name)
  } catch (error) {
    // An empty store does not have the table yet.
    if (engine.isSchemaMismatch(error)) return []
    throw error
  }
}

/** A replica and a role without rights can be read. The transaction is rolled back. */
async function tryWriting(engine: Engine): Promise<unknown> {
  const undo = new Error('rolled back')
  try {
    await engine.write(async (db) => {
      await db
        .updateTable('schema_migrations')
        .set(({ ref }) => ({ name: ref('name') }))
        .execute()
      throw undo
    })
  } catch (error) {
    return error === undo ? undefined : error
  }
}

async function clockSkew(db: Db): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(
    db,
  )
  return (rows[0]?.ms ?? before) - (before + Date.now()) / 2
}
