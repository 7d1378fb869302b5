import { sql } from 'kysely'
import type { Subquery } from '../ports/conditions.ts'
import type { ErasedPicture } from '../ports/erasures.ts'
import type { ProfileKey } from '../ports/profiles.ts'
import { inPieces } from '../store/chunked-writes.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db } from '../store/schema.ts'
import { standInSource } from './pin-store.ts'

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
    .selectFrom('seen_frames')
    .innerJoin('recent_frames', (join) =>
      join
        .onRef('recent_frames.account_id', '=', 'seen_frames.account_id')
        .onRef('recent_frames.project_id', '=', 'seen_frames.project_id')
        .onRef('recent_frames.frame_id', '=', 'seen_frames.frame_id')
        .onRef('recent_frames.content_hash', '=', 'seen_frames.content_hash'),
    )
    .select('seen_frames.frame_id')
    .where('seen_frames.account_id', '=', accountId)
    .where('seen_frames.content_hash', '=', contentHash)
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
  const which = sql`account_id = ${accountId} and content_hash = ${contentHash} ${inScope}`
  // The list has no index by content. What is in it was seen.
  const recent = sql`${which} and scored_at <= ${until} and (project_id, frame_id) in (
    select project_id, frame_id from seen_frames where ${which})`
  const seen = sql`${which} and seen_at <= ${until}`
  const recentRows = { table: 'recent_frames', key: 'frame_id', which: recent } as const
  await inPieces(db, recentRows, (rows) => sql`delete from recent_frames where ${rows}`)
  await inPieces(
    db,
    { table: 'seen_frames', key: 'frame_id', which: seen },
    (rows) => sql`delete from seen_frames where ${rows}`,
  )
}

/** Whether a picture is remembered under the id of a scored frame. */
export async function wasSeen(db: Db, { accountId, contentHash }: ErasedPicture): Promise<boolean> {
  const row = await db
    .selectFrom('seen_frames')
    .select('frame_id')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
