import { sql } from 'kysely'
import type { DeleteOfProfile } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db } from '../../store/schema.ts'

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

export async function upsertSeenFrames(db: Db, frames: readonly SeenFrame[]): Promise<void> {
  await db
    .insertInto('seen_frames')
    .values(
      frames.map((frame) => ({
        account_id: frame.accountId,
        project_id: frame.projectId,
        frame_id: frame.frameId,
        content_hash: frame.contentHash,
        seen_at: frame.seenAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'project_id', 'frame_id']).doUpdateSet({
        content_hash: sql<string>`excluded.content_hash`,
        seen_at: sql<string>`excluded.seen_at`,
      }),
    )
    .execute()
}

export async function findSeenFrame(db: Db, accountId: string, projectId: string, frameId: string) {
  const row = await db
    .selectFrom('seen_frames')
    .select('content_hash')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('frame_id', '=', frameId)
    .executeTakeFirst()
  return row?.content_hash
}

/** The URL under which a picture was last scored, in the project or (if null) in any project of the account. */
export async function findAddressOf(
  db: Db,
  accountId: string,
  projects: readonly string[] | null,
  contentHash: string,
): Promise<string | undefined> {
  let query = db
    .selectFrom('seen_frames')
    .innerJoin('recent_frames', (join) =>
      join
        .onRef('recent_frames.account_id', '=', 'seen_frames.account_id')
        .onRef('recent_frames.project_id', '=', 'seen_frames.project_id')
        .onRef('recent_frames.frame_id', '=', 'seen_frames.frame_id')
        .onRef('recent_frames.content_hash', '=', 'seen_frames.content_hash'),
    )
    .select('recent_frames.url')
    .where('seen_frames.account_id', '=', accountId)
    .where('seen_frames.content_hash', '=', contentHash)
    .where('recent_frames.url', 'is not', null)
  if (projects !== null) query = query.where(inProjects('seen_frames.project_id', projects))
  const row = await query.orderBy('recent_frames.scored_at', 'desc').limit(1).executeTakeFirst()
  return row?.url ?? undefined
}

/** Written with the seen frames, in a separate table: lists need indexes, which a large table cannot get later. */
export async function upsertRecentFrames(db: Db, frames: readonly SeenFrame[]): Promise<void> {
  await db
    .insertInto('recent_frames')
    .values(
      frames.map((frame) => ({
        account_id: frame.accountId,
        project_id: frame.projectId,
        frame_id: frame.frameId,
        profile_id: frame.profileId,
        content_hash: frame.contentHash,
        url: frame.url,
        scores: frame.scores,
        scored_at: frame.seenAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'project_id', 'frame_id']).doUpdateSet({
        profile_id: sql<string>`excluded.profile_id`,
        content_hash: sql<string>`excluded.content_hash`,
        url: sql<string | null>`excluded.url`,
        scores: sql<string>`excluded.scores`,
        scored_at: sql<string>`excluded.scored_at`,
      }),
    )
    .execute()
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
export const deleteRecentFramesOf: DeleteOfProfile = (db, profile) =>
  deleteRowsOfProfile(db, { table: 'recent_frames', key: 'frame_id' }, profile)
