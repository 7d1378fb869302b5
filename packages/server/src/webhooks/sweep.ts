import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { SelectAccountIds } from '../ports/keys.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { deleteAttempts } from './deliveries/delivery-store.ts'
import { deleteFromLog } from './events/event-log.ts'
import { createEventLogReader } from './events/event-log-reader.ts'

/** Retention of events and finished deliveries, including dead letters. */
export const keptMs = 30 * 24 * 3600 * 1000

/**
 * Deletes expired events and deliveries, and numbers events that have not been read: a few rows per transaction, so
 * that other writers do not wait. Safe to run in several processes at once.
 */
export async function sweepWebhooks(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  selectAccountIds: SelectAccountIds,
): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - keptMs).toISOString()
  const accountIds = selectAccountIds(store.backgroundRead)
  const orphaned = (await findOrphaned(accountIds).execute(store.backgroundRead)).rows
  await inTransactions(store, (db, rowsMax) => deadLetterStrays(db, now.toISOString(), rowsMax))
  const expired = sql`finished_at < ${before}`
  for (const which of [expired, ...orphaned.map(ofWebhook)]) {
    await yieldToEventLoop()
    await inTransactions(store, (db, rowsMax) => deleteDeliveries(db, which, rowsMax))
  }
  await inTransactions(store, (db, rowsMax) => deleteEventsBefore(db, before, rowsMax))
  await numberLogs(store, await accountIds.execute())
}

/** A transaction that ran while its webhook was being disabled may have left a pending delivery. */
async function deadLetterStrays(db: Db, now: string, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    update deliveries set status = 'dead', due_at = null, finished_at = ${now} where (account_id, id) in (
      select account_id, id from deliveries
      where due_at is not null and webhook_id in (select id from webhooks where status = 'disabled')
      limit ${rowsMax})
    returning id`.execute(db)
  return rows.length
}

interface Orphaned {
  readonly account_id: string
  readonly webhook_id: string
}

/**
 * Deleted webhooks that still have deliveries. Skips from webhook to webhook along the index, so that the cost depends
 * on the number of webhooks and not on the number of deliveries.
 */
export const findOrphaned = (accountIds: ReturnType<SelectAccountIds>) => sql<Orphaned>`
  with recursive skipped (account_id, webhook_id) as (
    select owner.id, (select min(d.webhook_id) from deliveries d where d.account_id = owner.id)
    from (${accountIds}) as owner
    union all
    select skipped.account_id, (
      select min(d.webhook_id) from deliveries d
      where d.account_id = skipped.account_id and d.webhook_id > skipped.webhook_id)
    from skipped where skipped.webhook_id is not null)
  select account_id, webhook_id from skipped
  where webhook_id is not null and not exists (select 1 from webhooks where webhooks.id = skipped.webhook_id)`

type Which = RawBuilder<unknown>

const ofWebhook = ({ account_id, webhook_id }: Orphaned): Which =>
  sql`account_id = ${account_id} and webhook_id = ${webhook_id}`

async function deleteDeliveries(db: Db, which: Which, rowsMax: number): Promise<number> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    delete from deliveries where (account_id, id) in (
      select account_id, id from deliveries where ${which} limit ${rowsMax})
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

/** Keeps events that have a delivery, or for which one is still to be created: they may have to be sent again. */
async function deleteEventsBefore(db: Db, before: string, rowsMax: number): Promise<number> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    delete from events where (account_id, id) in (
      select account_id, id from events where created_at < ${before} and not exists (
        select 1 from deliveries where deliveries.account_id = events.account_id and deliveries.event_id = events.id)
        and not exists (select 1 from event_fan_outs where event_fan_outs.account_id = events.account_id)
      limit ${rowsMax})
    returning account_id, id`.execute(db)
  for (const [accountId, some] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    const ids = some.map(({ id }) => id)
    await deleteFromLog(db, accountId, ids)
  }
  return rows.length
}

/** So that the first reader of a log does not have to number all of it. */
async function numberLogs(store: Store, accounts: readonly { readonly id: string }[]): Promise<void> {
  const { findEnd } = createEventLogReader(store)
  for (const { id } of accounts) {
    await yieldToEventLoop()
    await findEnd(id)
  }
}
