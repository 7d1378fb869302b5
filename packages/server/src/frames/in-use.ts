import type { WorkingChangesContain } from '../ports/profiles.ts'
import type { Db } from '../store/schema.ts'

/** Does a version of a profile, or its working changes, refer to the frame? */
export async function isInUse(
  db: Db,
  accountId: string,
  frameId: string,
  workingChangesContain: WorkingChangesContain,
): Promise<boolean> {
  const profiles = await listReferring(db, accountId, frameId)
  if (profiles.some(({ is_committed }) => is_committed === 1)) return true
  for (const { profile_id } of profiles) {
    if (await workingChangesContain(db, { accountId, profileId: profile_id }, frameId)) return true
  }
  return false
}

async function listReferring(db: Db, accountId: string, frameId: string) {
  return db
    .selectFrom('frame_references')
    .select(['profile_id', 'is_committed'])
    .where('account_id', '=', accountId)
    .where('frame_id', '=', frameId)
    .execute()
}
