import type { Db } from '../../store/schema.ts'

/** Makes it known that a process of this model works on batches until then. */
export async function setLive(db: Db, model: string, until: string): Promise<void> {
  await db
    .insertInto('live_models')
    .values({ model, until })
    .onConflict((conflict) => conflict.column('model').doUpdateSet({ until }).where('live_models.until', '<', until))
    .execute()
}

/** Until when a process of this model works on batches. */
export async function findLiveUntil(db: Db, model: string): Promise<string | undefined> {
  const row = await db.selectFrom('live_models').select('until').where('model', '=', model).executeTakeFirst()
  return row?.until
}
