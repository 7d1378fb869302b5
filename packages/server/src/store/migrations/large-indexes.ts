import { type Kysely, sql } from 'kysely'
import { isEmbedded } from '../is-embedded.ts'

/** Indexes of tables that may be too large to build them in a migration, which would make all writers wait. */
export interface LargeIndex {
  readonly name: string
  readonly table: string
  readonly columns: string
  /** Which rows are in it; all if omitted. */
  readonly where?: string
  /** An index that is not needed once this one is there. */
  readonly replaces?: string
}

/** In the order in which the sweep uses them: by account and age. */
const byAge: readonly LargeIndex[] = [
  { name: 'seen_frames_by_age', table: 'seen_frames', columns: 'account_id, seen_at', replaces: 'seen_frames_by_time' },
  { name: 'features_by_age', table: 'features', columns: 'account_id, created_at', replaces: 'features_by_time' },
  { name: 'thumbnails_by_age', table: 'thumbnails', columns: 'account_id, created_at' },
]

/** Short: each new frame is in all of them. */
const ofRecentFrames: readonly LargeIndex[] = [
  { name: 'recent_frames_by_content', columns: 'account_id, content_hash' },
  { name: 'recent_frames_by_age', columns: 'account_id, scored_at', replaces: 'recent_frames_of_account' },
  {
    name: 'recent_frames_by_project',
    columns: 'account_id, project_id, scored_at',
    replaces: 'recent_frames_of_project',
  },
  { name: 'recent_frames_by_profile', columns: 'account_id, profile_id', replaces: 'recent_frames_of_profile' },
].map((index) => ({ ...index, table: 'recent_frames' }))

/** A list of frames with a tag reads no others. */
const ofTags: readonly LargeIndex[] = [
  { name: 'frames_tagged', table: 'frames', columns: 'account_id, id', where: "tags <> ''" },
]

export const largeIndexes: readonly LargeIndex[] = [...byAge, ...ofRecentFrames, ...ofTags]

/** PostgreSQL reads this many rows in milliseconds. */
const smallRowsMax = 10_000

export const indexesByAge = (db: Kysely<never>): Promise<void> => indexSmall(db, byAge)

export const indexOfTags = (db: Kysely<never>): Promise<void> => indexSmall(db, ofTags)

/** The index by time alone has had no reader since sweeps go by account. */
export async function indexesOfRecentFrames(db: Kysely<never>): Promise<void> {
  await sql`drop index recent_frames_by_time`.execute(db)
  await indexSmall(db, ofRecentFrames)
}

/**
 * Builds the indexes of small tables. On PostgreSQL, those of large ones are built later, beside writers, by
 * engines/build-indexes.ts: until then, sweeps take longer. With SQLite no other process runs during the migration, so it
 * builds all of them.
 */
async function indexSmall(db: Kysely<never>, indexes: readonly LargeIndex[]): Promise<void> {
  for (const index of indexes) {
    const { name, table, replaces } = index
    if (!isEmbedded(db) && (await isLarge(db, table))) continue
    await sql.raw(`create index ${name} on ${rowsOf(index)}`).execute(db)
    if (replaces !== undefined) await sql.raw(`drop index ${replaces}`).execute(db)
  }
}

/** The part of `create index` after `on`. */
export function rowsOf({ table, columns, where }: LargeIndex): string {
  return `${table} (${columns})${where === undefined ? '' : ` where ${where}`}`
}

async function isLarge(db: Kysely<never>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} offset ${smallRowsMax} limit 1`.execute(db)
  return rows.length > 0
}
