import { sql } from 'kysely'
import type { Subquery } from '../ports/conditions.ts'
import type { ErasedPicture } from '../ports/erasures.ts'
import type { ProfileKey } from '../ports/profiles.ts'
import { inPieces } from '../store/chunked-writes.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db } from '../store/schema.ts'
import { standInSource } from './pin-store.ts'
import { wasScored } from './seen-frames/seen-frame-store.ts'

const profilesListedMax = 1000

/**
 * The profiles that were taught with a picture. Those for which it only stands in for a missing side do not count: nobody
 * knows of them, and they go on with the others.
 */
export async function listPinningProfiles(
  db: Db,
  { accountId, contentHash }: ErasedPicture,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pins')
    .select('profile_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('source', '!=', standInSource(contentHash))
    .orderBy('profile_id')
    .limit(profilesListedMax)
    .execute()
  return rows.map(({ profile_id }) => profile_id)
}

/** The pictures that a profile was taught with, and those that stand in, by content hash. */
export const picturesOfProfile = ({ accountId, profileId }: ProfileKey): Subquery => sql`
  select distinct content_hash from pins
  where account_id = ${accountId} and profile_id = ${profileId} and content_hash is not null`

/** Whether a picture is in the list of recent frames. */
export async function isListed(db: Db, { accountId, contentHash }: ErasedPicture): Promise<boolean> {
  const row = await db
    .selectFrom('recent_frames')
    .select('frame_id')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the frame ids under which a picture was last scored, and their scores. Those that were seen later stay. */
export async function deleteSeenFramesOf(
  db: Db,
  { accountId, contentHash, projects }: ErasedPicture,
  until: string,
): Promise<void> {
  const inScope = projects === null ? sql`` : sql`and ${inProjects('project_id', projects)}`
  for (const [table, column] of [
    ['recent_frames', 'scored_at'],
    ['seen_frames', 'seen_at'],
  ] as const) {
    const which = sql`account_id = ${accountId} and content_hash = ${contentHash} ${inScope}
      and ${sql.ref(column)} <= ${until}`
    const rowsOf = { table, key: 'frame_id', which } as const
    await inPieces(db, rowsOf, (rows) => sql`delete from ${sql.table(table)} where ${rows}`)
  }
}

/** Whether a picture is remembered under the id of a scored frame. */
export async function wasSeen(db: Db, { accountId, contentHash }: ErasedPicture): Promise<boolean> {
  const { rows } = await sql`select 1 where ${wasScored({ accountId, contentHash })}`.execute(db)
  return rows.length > 0
}

/** Deletes the features and thumbnails of a picture, and the pins for which it stands in. */
export async function deletePictureRows(
  db: Db,
  { accountId, contentHash }: ErasedPicture,
  until: string,
): Promise<void> {
  for (const table of ['features', 'thumbnails'] as const) {
    await db
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('content_hash', '=', contentHash)
      .where('created_at', '<=', until)
      .execute()
  }
  await db
    .deleteFrom('pins')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('source', '=', standInSource(contentHash))
    .where('pinned_at', '<=', until)
    .execute()
}
