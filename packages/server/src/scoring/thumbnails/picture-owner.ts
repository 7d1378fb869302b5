import type { Caller } from '@palate/core/keys/access.ts'
import { sql } from 'kysely'
import type { FramesPort } from '../../ports/frames.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'

export type IsPictureOf = (
  db: Db,
  caller: Pick<Caller, 'accountId' | 'projectId'>,
  contentHash: string,
) => Promise<boolean>

/**
 * Whether the caller may see a picture of the account. A key limited to a project may see it if it is in the project's
 * library, was scored there, or taught a profile of the project.
 */
export function createIsPictureOf(
  frames: Pick<FramesPort, 'hasPicture'>,
  profiles: Pick<ProfilesPort, 'exists'>,
): IsPictureOf {
  return async (db, { accountId, projectId }, contentHash) => {
    if (projectId === null) return true
    const { rows } = await sql`
      select 1 where ${frames.hasPicture({ accountId, projectId, contentHash })}
      or exists (
        select 1 from seen_frames
        where account_id = ${accountId} and project_id = ${projectId} and content_hash = ${contentHash})
      or exists (
        select 1 from pins where account_id = ${accountId} and content_hash = ${contentHash}
          and ${profiles.exists({ accountId, profileId: sql.ref('pins.profile_id'), projectId })})`.execute(db)
    return rows.length > 0
  }
}
