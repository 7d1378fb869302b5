import type { ListPinnedWorking } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import type { BatchKey } from './batch-store.ts'

/** The large part of what was submitted. */
export interface BatchRequest {
  readonly frames: readonly { readonly id: string; readonly url: string }[]
  /** JSON of the elements where the state is not that of a version, else null. */
  readonly working: string | null
}

export async function insertRequest(
  db: Db,
  { accountId, batchId }: BatchKey,
  { frames, working }: BatchRequest,
): Promise<void> {
  await db
    .insertInto('batch_requests')
    .values({ account_id: accountId, batch_id: batchId, frames: JSON.stringify(frames), working })
    .execute()
}

export async function findRequest(
  db: Db,
  { accountId, batchId }: BatchKey,
): Promise<(BatchRequest & { readonly characters: number }) | undefined> {
  const row = await db
    .selectFrom('batch_requests')
    .select(['frames', 'working'])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!row) return undefined
  const { frames, working } = row
  return {
    frames: JSON.parse(frames) as BatchRequest['frames'],
    working,
    characters: frames.length + (working?.length ?? 0),
  }
}

/** The working states that unfinished batches of a profile are scored against, as JSON. */
export const listPinnedWorking: ListPinnedWorking = async (db, { accountId, profileId }) => {
  const rows = await db
    .selectFrom('batches')
    .innerJoin('batch_requests', (join) =>
      join
        .onRef('batch_requests.account_id', '=', 'batches.account_id')
        .onRef('batch_requests.batch_id', '=', 'batches.id'),
    )
    .select('batch_requests.working')
    .where('batches.status', 'in', ['in_progress', 'canceling'])
    .where('batches.account_id', '=', accountId)
    .where('batches.profile_id', '=', profileId)
    .where('batch_requests.working', 'is not', null)
    .execute()
  return rows.flatMap(({ working }) => working ?? [])
}

export async function deleteRequest(db: Db, { accountId, batchId }: BatchKey): Promise<void> {
  await db.deleteFrom('batch_requests').where('account_id', '=', accountId).where('batch_id', '=', batchId).execute()
}
