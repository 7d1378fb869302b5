import { sql } from 'kysely'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { deleteAttempts } from './delivery-store.ts'

/** Events and finished deliveries, dead letters among them, are kept so long. */
export const keptMs = 30 * 24 * 3600 * 1000
const rowsPerSweepMax = 500

/**
 * Removes what has had its time, a few rows in each transaction so that nobody waits for it. Safe beside other
 * processes: what one has deleted the other does not find.
 */
export async function sweepWebhooks({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - keptMs).toISOString()
  await store.write((db) => buryStrays(db, now.toISOString()))
  const steps = [
    (db: Db) => deleteDeliveries(db, finishedBefore(before)),
    (db: Db) => deleteDeliveries(db, orphans),
    (db: Db) => deleteEventsBefore(db, before),
  ]
  for (const step of steps) while ((await store.write(step)) === rowsPerSweepMax);
}

/** A change that was under way while its webhook was disabled may have left a delivery that nobody will take. */
async function buryStrays(db: Db, now: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'dead', due_at: null, finished_at: now })
    .where('due_at', 'is not', null)
    .where('webhook_id', 'in', (eb) => eb.selectFrom('webhooks').select('id').where('status', '=', 'disabled'))
    .execute()
}

type Which = ReturnType<typeof sql>

const finishedBefore = (before: string): Which => sql`finished_at < ${before}`
/** Of a webhook that was deleted. */
const orphans: Which = sql`not exists (select 1 from webhooks where webhooks.id = deliveries.webhook_id)`

async function deleteDeliveries(db: Db, which: Which): Promise<number> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    delete from deliveries where (account_id, id) in (
      select account_id, id from deliveries where ${which} limit ${rowsPerSweepMax})
    returning account_id, id`.execute(db)
  for (const [accountId, some] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    await deleteAttempts(
      db,
      accountId,
      some.map(({ id }) => id),
    )
  }
  return rows.length
}

/** An event stays as long as one of its deliveries: it may have to be sent again. */
async function deleteEventsBefore(db: Db, before: string): Promise<number> {
  const { rows } = await sql`
    delete from events where (account_id, id) in (
      select account_id, id from events where created_at < ${before} and not exists (
        select 1 from deliveries where deliveries.account_id = events.account_id and deliveries.event_id = events.id)
      limit ${rowsPerSweepMax})
    returning id`.execute(db)
  return rows.length
}
