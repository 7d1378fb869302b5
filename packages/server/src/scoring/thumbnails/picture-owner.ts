import type { Caller } from '@palate/core/keys/access.ts'
import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'

/**
 * Whether the caller may see a picture of the account. A key limited to a project may see it if it is in the project's
 * library, was scored there, or taught a profile of the project.
 */
export async function isPictureOf(db: Db, { accountId, projectId }: Caller, contentHash: string): Promise<boolean> {
  if (projectId === null) return true
  const { rows } = await sql`
    select 1 from frames
      where account_id = ${accountId} and project_id = ${projectId} and content_hash = ${contentHash}
    union all
    select 1 from seen_frames
      where account_id = ${accountId} and project_id = ${projectId} and content_hash = ${contentHash}
    union all
    select 1 from pins join profiles
      on profiles.account_id = pins.account_id and profiles.id = pins.profile_id
      where pins.account_id = ${accountId} and pins.content_hash = ${contentHash}
        and profiles.project_id = ${projectId}
    limit 1`.execute(db)
  return rows.length > 0
}
