import { type Kysely, SqliteAdapter } from 'kysely'

/** Whether the store is SQLite, whose statements run in this process; also during a migration. */
export function isEmbedded(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
