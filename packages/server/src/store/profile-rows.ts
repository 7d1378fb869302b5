import { sql } from 'kysely'
import { inPieces } from './in-pieces.ts'
import type { Db } from './schema.ts'

/** Tables with any number of rows for a profile, and the column that tells these apart. */
const keys = {
  versions: 'id',
  annotations: 'id',
  objects: 'hash',
  working_texts: 'hash',
  pins: 'source',
  frame_references: 'frame_id',
  recent_frames: 'frame_id',
} as const

/** Deletes all rows of a profile in a table. */
export async function deleteProfileRowsIn(
  db: Db,
  table: keyof typeof keys,
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
): Promise<void> {
  const which = sql`account_id = ${accountId} and profile_id = ${profileId}`
  await inPieces(db, { table, key: keys[table], which }, (rows) => sql`delete from ${sql.table(table)} where ${rows}`)
}
