import { frameIdsIn } from '@palate/core/frames/references.ts'
import { sql } from 'kysely'
import { slicesOf } from '../../platform/slices.ts'
import type { Db } from '../schema.ts'

const rowsPerInsertMax = 200

/**
 * Records that texts of a profile (the JSON of elements) may name library frames, in the transaction that stores them.
 * The texts belong to a version or to the working changes.
 */
export async function noteFrameReferences(
  db: Db,
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
  texts: Iterable<string>,
  isCommitted: boolean,
): Promise<void> {
  const ids = new Set([...texts].flatMap((text) => frameIdsIn(text)))
  // Sorted, so that concurrent inserts cannot deadlock.
  for (const some of slicesOf([...ids].toSorted(), rowsPerInsertMax)) {
    await db
      .insertInto('frame_references')
      .values(
        some.map((frame_id) => ({
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
