import { sql } from 'kysely'
import { inPieces } from '../chunked-writes.ts'
import type { Db } from '../schema.ts'

/** Tables with any number of rows per profile, and the column that distinguishes the rows. */
const keys = {
  versions: 'id',
  annotations: 'id',
  objects: 'hash',
  objects_ahead: 'piece',
  working_texts: 'hash',
  pins: 'source',
  pooled_tastes: 'features_id',
  frame_references: 'frame_id',
  recent_frames: 'frame_id',
} as const

/** Whether an object contains a library frame as text. Frames outlive profiles. */
export const isBytesOfFrame = sql<boolean>`exists (
  select 1 from frame_contents
  where frame_contents.account_id = objects.account_id and text_profile_id = objects.profile_id
    and text_object = objects.hash)`

/** Deletes all rows of a profile in a table, except texts that contain library frames. */
export async function deleteProfileRowsIn(
  db: Db,
  table: keyof typeof keys,
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
): Promise<void> {
  const ofProfile = sql`account_id = ${accountId} and profile_id = ${profileId}`
  const which = table === 'objects' ? sql`${ofProfile} and not ${isBytesOfFrame}` : ofProfile
  await inPieces(db, { table, key: keys[table], which }, (rows) => sql`delete from ${sql.table(table)} where ${rows}`)
}

/** Locks a profile's row until the transaction ends, without reading its texts. Undefined if there is none. */
export async function holdProfile(
  db: Db,
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
): Promise<{ readonly revision: number; readonly storedBytes: number | null } | undefined> {
  const row = await db
    .updateTable('profiles')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .returning(['revision', 'stored_bytes'])
    .executeTakeFirst()
  return row && { revision: row.revision, storedBytes: row.stored_bytes }
}
