import { type RawBuilder, sql } from 'kysely'
import type { DeleteOfProfile } from '../../ports/profiles.ts'
import { inPieces } from '../../store/chunked-writes.ts'
import { inProjects } from '../../store/in-projects.ts'
import { jsonRows } from '../../store/json-rows.ts'
import type { Db } from '../../store/schema.ts'
import { skipLocked } from '../../store/skip-locked.ts'

/** A frame that was scored. */
export interface SeenFrame {
  readonly accountId: string
  readonly projectId: string
  readonly frameId: string
  readonly contentHash: string
  /** Null for a data URL that is too long to list. */
  readonly url: string | null
  readonly profileId: string
  /** JSON: numbers by dimension. */
  readonly scores: string
  readonly seenAt: string
}

/** Frames that can be named but are not listed: those of a full account. */
export async function upsertUnlistedFrames(db: Db, accountId: string, frames: readonly SeenFrame[]): Promise<void> {
  const rows = frames.map(({ projectId, frameId, contentHash, seenAt }) => [projectId, frameId, contentHash, seenAt])
  await sql`
    insert into seen_frames (account_id, project_id, frame_id, content_hash, seen_at)
    select ${accountId}, ${textsOf(4)} from ${jsonRows(db, rows)} as frames where true
    on conflict (account_id, project_id, frame_id) do update set
      content_hash = excluded.content_hash, seen_at = excluded.seen_at`.execute(db)
}

export async function upsertRecentFrames(db: Db, accountId: string, frames: readonly SeenFrame[]): Promise<void> {
  const rows = frames.map((frame) => [
    ...[frame.projectId, frame.frameId, frame.profileId],
    ...[frame.contentHash, frame.url, frame.scores, frame.seenAt],
  ])
  await sql`
    insert into recent_frames (account_id, project_id, frame_id, profile_id, content_hash, url, scores, scored_at)
    select ${accountId}, ${textsOf(7)} from ${jsonRows(db, rows)} as frames where true
    on conflict (account_id, project_id, frame_id) do update set
      profile_id = excluded.profile_id, content_hash = excluded.content_hash, url = excluded.url,
      scores = excluded.scores, scored_at = excluded.scored_at`.execute(db)
}

/** The columns of `jsonRows`. */
function textsOf(count: number) {
  return sql.raw(Array.from({ length: count }, (_, i) => `frames.value ->> ${i}`).join(', '))
}

/**
 * Sets when these frames of an account were last scored, where the row still has the same result, and returns those. What
 * was erased meanwhile does not come back. Skips what another process writes at this moment.
 */
export async function renewRecentFrames(
  db: Db,
  accountId: string,
  frames: readonly SeenFrame[],
): Promise<readonly { readonly project_id: string; readonly frame_id: string }[]> {
  const rows = frames.map((frame) => [
    ...[frame.projectId, frame.frameId, frame.profileId],
    ...[frame.contentHash, frame.scores, frame.seenAt],
  ])
  const { rows: renewed } = await sql<{ project_id: string; frame_id: string }>`
    with held as (
      select recent_frames.project_id, recent_frames.frame_id, frames.value ->> 5 as seen_at
      from ${jsonRows(db, rows)} as frames, recent_frames
      where recent_frames.account_id = ${accountId} and recent_frames.project_id = frames.value ->> 0
        and recent_frames.frame_id = frames.value ->> 1 and recent_frames.profile_id = frames.value ->> 2
        and recent_frames.content_hash = frames.value ->> 3 and recent_frames.scores = frames.value ->> 4
        ${skipLocked(db)})
    update recent_frames set scored_at = held.seen_at from held
    where recent_frames.account_id = ${accountId} and recent_frames.project_id = held.project_id
      and recent_frames.frame_id = held.frame_id
    returning recent_frames.project_id, recent_frames.frame_id`.execute(db)
  return renewed
}

/** The picture last scored under a frame id. */
export async function findSeenFrame(db: Db, accountId: string, projectId: string, frameId: string) {
  const { rows } = await sql<{ content_hash: string }>`
    select content_hash, scored_at as seen_at from recent_frames
    where account_id = ${accountId} and project_id = ${projectId} and frame_id = ${frameId}
    union all
    select content_hash, seen_at from seen_frames
    where account_id = ${accountId} and project_id = ${projectId} and frame_id = ${frameId}
    order by seen_at desc limit 1`.execute(db)
  return rows[0]?.content_hash
}

/** Whether a picture was scored in a project, or in any of the account. */
export function wasScored(picture: {
  readonly accountId: string
  readonly projectId?: string
  readonly contentHash: string | RawBuilder<unknown>
}): RawBuilder<boolean> {
  const { accountId, projectId, contentHash } = picture
  const inProject = projectId === undefined ? sql`` : sql`and project_id = ${projectId}`
  const which = (table: string) =>
    sql`select 1 from ${sql.table(table)} where account_id = ${accountId} and content_hash = ${contentHash} ${inProject}`
  return sql<boolean>`(exists (${which('recent_frames')}) or exists (${which('seen_frames')}))`
}

/** The URL under which a picture was last scored, in the project or (if null) in any project of the account. */
export async function findAddressOf(
  db: Db,
  accountId: string,
  projects: readonly string[] | null,
  contentHash: string,
): Promise<string | undefined> {
  let query = db
    .selectFrom('recent_frames')
    .select('url')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('url', 'is not', null)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  const row = await query.orderBy('scored_at', 'desc').limit(1).executeTakeFirst()
  return row?.url ?? undefined
}

/** Where a page of recent frames ended. */
export interface RecentCursor {
  readonly scoredAt: string
  readonly projectId: string
  readonly frameId: string
}

/** The recent frames of an account or of some projects, newest first. */
export async function listRecentFrames(
  db: Db,
  accountId: string,
  projects: readonly string[] | null,
  after: RecentCursor | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('recent_frames')
    .select(['project_id', 'frame_id', 'profile_id', 'content_hash', 'url', 'scores', 'scored_at'])
    .where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (after) {
    const { scoredAt, projectId: project, frameId } = after
    query = query.where(sql<boolean>`(scored_at, project_id, frame_id) < (${scoredAt}, ${project}, ${frameId})`)
  }
  return query
    .orderBy('scored_at', 'desc')
    .orderBy('project_id', 'desc')
    .orderBy('frame_id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes the last scores of a profile. The frames can still be named. */
export const deleteRecentFramesOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  const which = sql`account_id = ${accountId} and profile_id = ${profileId}`
  await inPieces(
    db,
    { table: 'recent_frames', key: 'frame_id', which },
    (rows) => sql`
      insert into seen_frames (account_id, project_id, frame_id, content_hash, seen_at)
      select account_id, project_id, frame_id, content_hash, scored_at from recent_frames where ${rows}
      on conflict (account_id, project_id, frame_id) do update set
        content_hash = excluded.content_hash, seen_at = excluded.seen_at`,
    (rows) => sql`delete from recent_frames where ${rows}`,
  )
}
