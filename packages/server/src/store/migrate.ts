import { type Kysely, sql } from 'kysely'
import { migrations } from './migrations.ts'
import type { Store } from './store.ts'

/**
 * Brings the tables up to date, in one transaction. Several processes may start at once: the first to come holds
 * the table of migrations, the others wait and then find everything done.
 */
export async function migrate(store: Store): Promise<void> {
  await createLedger(store)
  await store.write(async (db) => {
    if (store.engine === 'postgres') await sql`lock table schema_migrations in exclusive mode`.execute(db)
    const rows = await db.selectFrom('schema_migrations').select('name').execute()
    const applied = new Set(rows.map(({ name }) => name))
    const unknown = rows.find(({ name }) => migrations.every((migration) => migration.name !== name))?.name
    if (unknown) throw new Error(`the store was written by a newer Palate (it has ${unknown}): upgrade Palate`)
    for (const { name, up } of migrations.filter((migration) => !applied.has(migration.name))) {
      await up(db as unknown as Kysely<never>)
      await db.insertInto('schema_migrations').values({ name, applied_at: new Date().toISOString() }).execute()
    }
  })
}

/** Two processes that create a table at the same moment collide in PostgreSQL even with `if not exists`. */
async function createLedger(store: Store): Promise<void> {
  const create = sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`
  try {
    await store.write((db) => create.execute(db))
  } catch (error) {
    if (!store.isUniqueViolation(error)) throw error
    await store.write((db) => create.execute(db))
  }
}
