import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { deleteAttempts } from './delivery-store.ts'

/** Events and finished deliveries, dead letters among them, are kept so long. */
export const keptMs = 30 * 24 * 3600 * 1000
/** In one statement. */
export const rowsPerSweepMax = 500

/**
 * Removes what has had its time, a few rows in each transaction so that nobody waits for it. Safe beside other
 * processes: what one has deleted the other does not find.
 */
export async function sweepWebhooks({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - keptMs).toISOString()
  const orphaned = (await findOrphaned.execute(store.backgroundRead)).rows
  const steps = [
    (db: Db) => deadLetterStrays(db, now.toISOString()),
    (db: Db) => deleteDeliveries(db, sql`finished_at < ${before}`),
    ...orphaned.map((one) => (db: Db) => deleteDeliveries(db, ofWebhook(one))),
    (db: Db) => deleteEventsBefore(db, before),
  ]
  for (const step of steps) {
    // With the embedded store nobody else would come in between two writes.
    do await yieldToEventLoop()
    while ((await store.write(step)) === rowsPerSweepMax)
  }
}

/** A change that was under way while its webhook was disabled may have left a delivery that nobody will take. */
async function deadLetterStrays(db: Db, now: string): Promise<number> {
  const { rows } = await sql`
    update deliveries set status = 'dead', due_at = null, finished_at = ${now} where (account_id, id) in (
      select account_id, id from deliveries
      where due_at is not null and webhook_id in (select id from webhooks where status = 'disabled')
      limit ${rowsPerSweepMax})
    returning id`.execute(db)
  return rows.length
}

interface Orphaned {
  readonly account_id: string
  readonly webhook_id: string
}

/**
 * Webhooks that were deleted and have left deliveries. These are walked webhook by webhook along their index, so that
 * this costs by how many webhooks there are and not by how much was delivered to them.
 */
export const findOrphaned = sql<Orphaned>`
  with recursive walked (account_id, webhook_id) as (
    select accounts.id, (select min(d.webhook_id) from deliveries d where d.account_id = accounts.id) from accounts
    union all
    select walked.account_id, (
      select min(d.webhook_id) from deliveries d
      where d.account_id = walked.account_id and d.webhook_id > walked.webhook_id)
    from walked where walked.webhook_id is not null)
  select account_id, webhook_id from walked
  where webhook_id is not null and not exists (select 1 from webhooks where webhooks.id = walked.webhook_id)`

type Which = RawBuilder<unknown>

const ofWebhook = ({ account_id, webhook_id }: Orphaned): Which =>
  sql`account_id = ${account_id} and webhook_id = ${webhook_id}`

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
