import type { Caller } from '@palate/core/keys/access.ts'
import { sql } from 'kysely'
import type { FramesPort } from '../../ports/frames.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { previewSide } from '../decoding/thumbnail-sides.ts'
import { wasScored } from '../seen-frames/seen-frame-store.ts'
import { hasThumbnail } from './thumbnail-store.ts'
import type { Thumbnails } from './thumbnails.ts'

export type IsPictureOf = (
  db: Db,
  caller: Pick<Caller, 'accountId' | 'projects'>,
  contentHash: string,
) => Promise<boolean>

/**
 * Whether the caller may see a picture of the account. A key limited to a project may see it if it is in the project's
 * library, was scored there, or taught a profile of the project. A picture that was deleted has no preview in the store,
 * whatever this process has in memory.
 */
export function createIsPictureOf(
  frames: Pick<FramesPort, 'hasPicture'>,
  profiles: Pick<ProfilesPort, 'exists'>,
  thumbnails: Pick<Thumbnails, 'hasUnwritten'>,
): IsPictureOf {
  async function isStored(db: Db, accountId: string, contentHash: string): Promise<boolean> {
    if (thumbnails.hasUnwritten(accountId, contentHash)) return true
    // Another process may still store a larger one that it has made, but a preview only if it reads the picture again.
    const hasPreview = hasThumbnail({ accountId, contentHash, side: previewSide })
    const { rows } = await sql`
      select 1 where ${hasPreview} or ${frames.hasPicture({ accountId, contentHash })}`.execute(db)
    return rows.length > 0
  }

  async function isInProject(db: Db, accountId: string, projectId: string, contentHash: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 where ${frames.hasPicture({ accountId, projectId, contentHash })}
      or ${wasScored({ accountId, projectId, contentHash })}
      or exists (
        select 1 from pins where account_id = ${accountId} and content_hash = ${contentHash}
          and ${profiles.exists({ accountId, profileId: sql.ref('pins.profile_id'), projectId })})`.execute(db)
    return rows.length > 0
  }

  return async (db, { accountId, projects }, contentHash) => {
    if (!(await isStored(db, accountId, contentHash))) return false
    if (projects === null) return true
    for (const projectId of projects) if (await isInProject(db, accountId, projectId, contentHash)) return true
    return false
  }
}
