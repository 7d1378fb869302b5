import type { Db } from '../schema.ts'

/** Projects are created on first use. */
export async function ensureProject(db: Db, accountId: string, id: string, now: string): Promise<void> {
  await db
    .insertInto('projects')
    .values({ account_id: accountId, id, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
}
