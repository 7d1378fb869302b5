import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Indexes of tables that may be too large to build them in a migration, which would make all writers wait. */
export interface LargeIndex {
  readonly name: string
  readonly table: string
  readonly columns: string
  /** An index that is not needed once this one is there. */
  readonly replaces?: string
}

/** In the order in which the sweep uses them: by account and age. */
export const largeIndexes: readonly LargeIndex[] = [
  { name: 'seen_frames_by_age', table: 'seen_frames', columns: 'account_id, seen_at', replaces: 'seen_frames_by_time' },
  { name: 'features_by_age', table: 'features', columns: 'account_id, created_at', replaces: 'features_by_time' },
  { name: 'thumbnails_by_age', table: 'thumbnails', columns: 'account_id, created_at' },
]

/** PostgreSQL reads this many rows in milliseconds. */
const smallRowsMax = 10_000

/**
 * Builds the indexes of small tables. On PostgreSQL, those of large ones are built later, beside writers, by
 * engines/build-indexes.ts: until then, sweeps take longer. With SQLite no other process runs during the migration, so it
 * builds all of them.
 */
export async function indexesByAge(db: Kysely<never>): Promise<void> {
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter
  for (const { name, table, columns, replaces } of largeIndexes) {
    if (!isEmbedded && (await isLarge(db, table))) continue
    await sql.raw(`create index ${name} on ${table} (${columns})`).execute(db)
    if (replaces !== undefined) await sql.raw(`drop index ${replaces}`).execute(db)
  }
}

async function isLarge(db: Kysely<never>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} offset ${smallRowsMax} limit 1`.execute(db)
  return rows.length > 0
}
