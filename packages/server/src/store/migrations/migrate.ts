import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { disableTimeouts } from '../engines/postgres-session.ts'
import type { Db } from '../schema.ts'
import type { Engine } from '../store.ts'
import type { Migration } from './migrations.ts'
import { findUnknown } from './upgrade-watch.ts'

/** An advisory lock number that nothing else in the database uses. */
const migrationsLock = 7_252_831
/** While a migration waits for a table, all later users of the table queue behind it. */
const migrationLockMsMax = 2_000
const lockAttemptsMax = 30

/**
 * Applies pending migrations in one transaction. If several processes start at once, the first one holds a lock; the
 * others wait and find nothing left to do. PostgreSQL needs an advisory lock: there, two concurrent transactions that
 * create the same table fail even with `if not exists`.
 */
export async function migrate(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyPending(engine, migrations)
    } catch (error) {
      const isLocked = engine.engine === 'postgres' && engine.unavailability(error) === 'locked'
      if (!isLocked || attempt === lockAttemptsMax) throw error
      await pause(migrationLockMsMax)
    }
  }
}

async function applyPending(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  await engine.write(async (db) => {
    if (engine.engine === 'postgres') await lockMigrations(db)
    await markAdditive(db, await applyMigrations(db, migrations))
    const unknown = (await findUnknown(db, migrations)).find(({ isAdditive }) => !isAdditive)?.name
    if (unknown)
      throw new Error(`the store was written by a newer version of Palate (it has ${unknown}): upgrade Palate`)
  })
}

/** Applies the migrations that the store does not have, and returns them. */
export async function applyMigrations(db: Db, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(db)
  const rows = await db.selectFrom('schema_migrations').select('name').execute()
  const applied = new Set(rows.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const { name, up } of pending) {
    await up(db as unknown as Kysely<never>)
    await db.insertInto('schema_migrations').values({ name, applied_at: new Date().toISOString() }).execute()
  }
  return pending
}

/** Runs after all migrations, because one of them adds the column. */
async function markAdditive(db: Db, pending: readonly Migration[]): Promise<void> {
  const names = pending.filter(({ isAdditive }) => isAdditive).map(({ name }) => name)
  if (names.length === 0) return
  await db.updateTable('schema_migrations').set({ is_additive: 1 }).where('name', 'in', names).execute()
}

/** This process or another may migrate for a long time, so the request timeouts do not apply. */
async function lockMigrations(db: Db): Promise<void> {
  await disableTimeouts(db)
  await sql`select pg_advisory_xact_lock(${migrationsLock})`.execute(db)
  await sql`select set_config('lock_timeout', ${`${migrationLockMsMax}ms`}, true)`.execute(db)
}
