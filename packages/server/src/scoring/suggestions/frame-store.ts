import type { AskableFrame } from '@palate/core/taste/suggest/judged.ts'
import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'

export interface ProjectFrame extends AskableFrame {
  readonly seenAt: string
}

/** The frames of a project that were scored since then, newest first, from after the given one. */
export async function listSeenFrames(
  db: Db,
  { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
  since: string,
  after: ProjectFrame | undefined,
  limit: number,
): Promise<readonly ProjectFrame[]> {
  const rows = await db
    .selectFrom('seen_frames')
    .select(['frame_id', 'content_hash', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('seen_at', '>=', since)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(seen_at, frame_id) < (${after?.seenAt}, ${after?.id})`),
    )
    .orderBy('seen_at', 'desc')
    .orderBy('frame_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.frame_id, url: null, contentHash: row.content_hash, seenAt: row.seen_at }))
}
