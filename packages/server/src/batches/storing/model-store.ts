import type { Db } from '../../store/schema.ts'

/** Makes it known that a process of this model works on batches until then. */
export async function setLive(db: Db, model: string, until: string): Promise<void> {
  await db
    .insertInto('live_models')
    .values({ model, until })
    .onConflict((conflict) => conflict.column('model').doUpdateSet({ until }).where('live_models.until', '<', until))
    .execute()
}

/** The models of which a process works on batches at this time. */
export async function listLive(db: Db, now: string): Promise<readonly { readonly model: string }[]> {
  return db.selectFrom('live_models').select('model').where('until', '>=', now).execute()
}
