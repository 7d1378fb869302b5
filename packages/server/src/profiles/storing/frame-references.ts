import { frameIdsIn } from '@palate/core/frames/references.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { sql } from 'kysely'
import type { ProfileKey, ProfilesPort } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { workingChangesContain } from './profile-store.ts'

const rowsPerInsertMax = 200

/**
 * Records that texts of a profile (the JSON of elements) may name library frames, in the transaction that stores them.
 * The texts belong to a version or to the working changes.
 */
export async function noteFrameReferences(
  db: Db,
  { accountId, profileId }: ProfileKey,
  texts: Iterable<string>,
  isCommitted: boolean,
): Promise<void> {
  const ids = new Set([...texts].flatMap((text) => frameIdsIn(text)))
  // Sorted, so that concurrent inserts cannot deadlock.
  for (const slice of slicesOf([...ids].toSorted(), rowsPerInsertMax)) {
    await db
      .insertInto('frame_references')
      .values(
        slice.map((frame_id) => ({
          account_id: accountId,
          frame_id,
          profile_id: profileId,
          is_committed: isCommitted ? 1 : 0,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'frame_id', 'profile_id'])
          .doUpdateSet({ is_committed: sql<number>`excluded.is_committed` })
          .where('frame_references.is_committed', '<', sql<number>`excluded.is_committed`),
      )
      .execute()
  }
}

export const framesOf: ProfilesPort['framesOf'] = ({ accountId, profileId }) => sql`
  select frame_id from frame_references where account_id = ${accountId} and profile_id = ${profileId}`

export const isFrameInUse: ProfilesPort['isFrameInUse'] = async (db, accountId, frameId) => {
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
