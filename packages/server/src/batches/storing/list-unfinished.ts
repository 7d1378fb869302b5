import type { Caller } from '@palate/core/keys/access.ts'
import type { Db } from '../../store/schema.ts'

/** The creation times of the unfinished batches that the caller can see, at most `unfinishedBatchesMax`. */
export async function listUnfinishedOf(db: Db, { accountId, projectId }: Caller): Promise<readonly string[]> {
  let query = db
    .selectFrom('batches')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['in_progress', 'canceling'])
  if (projectId !== null) query = query.where('project_id', '=', projectId)
  return (await query.execute()).map((row) => row.created_at)
}
