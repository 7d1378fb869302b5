import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { expiredBefore } from '../platform/expiry.ts'
import { idsOf } from '../platform/ids.ts'
import type { Services } from '../services.ts'
import { deleteSome, inTransactions, rowsPerPieceMax, someRows } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { deleteAttempts } from './deliveries/delivery-store.ts'
import { createEventLogReader, deleteFromLog } from './events/event-log.ts'

/**
 * Deletes an account's expired events and deliveries, and numbers events that have not been read: a few rows per
 * transaction, so that other writers do not wait. Safe to run in several processes at once.
 */
export async function sweepWebhooks(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
  daysKept: number,
): Promise<void> {
  const now = clock().toISOString()
  const before = expiredBefore(clock, daysKept)
  await deadLetterStrays(store, accountId, now)
  if (before !== undefined) await deleteExpiredDeliveries(store, accountId, before)
  for (const webhookId of await findOrphaned(store.backgroundRead, accountId)) {
    await yieldToEventLoop()
    const which = sql`webhook_id = ${webhookId}`
    await inTransactions(store, (db, rowsMax) => deleteDeliveries(db, accountId, which, rowsMax))
  }
  if (before !== undefined) {
    await inTransactions(store, (db, rowsMax) => deleteEventsBefore(db, accountId, before, rowsMax))
  }
  // So that the first reader of a log does not have to number all of it.
  await createEventLogReader(store).findEnd(accountId)
}

/** A transaction that ran while its webhook was being disabled may have left a pending delivery. */
async function deadLetterStrays(store: Store, accountId: string, now: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where account_id = ${accountId} and status = 'disabled' and exists (
      select 1 from deliveries d
      where d.account_id = ${accountId} and d.webhook_id = webhooks.id and d.due_at is not null)`.execute(
    store.backgroundRead,
  )
  for (const { id } of rows)
    await inTransactions(store, (db, rowsMax) => deadLetterSome(db, accountId, id, now, rowsMax))
}

async function deadLetterSome(db: Db, accountId: string, webhookId: string, now: string, rowsMax: number) {
  const which = sql`account_id = ${accountId} and webhook_id = ${webhookId} and due_at is not null`
  const { rows } = await sql`
    update deliveries set status = 'dead', due_at = null, finished_at = ${now}
    where ${someRows(db, { table: 'deliveries', which, orderBy: 'due_at', rowsMax })} returning id`.execute(db)
  return rows.length
}

/** Walks through the deliveries of that age by id, because some may be pending again or finished later. */
async function deleteExpiredDeliveries(store: Store, accountId: string, before: string): Promise<void> {
  const { last: end } = idsOf('dlv', before)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await listDeliveriesBetween(store.backgroundRead, accountId, after, end)
    const expired = rows.filter(({ finished_at }) => finished_at !== null && finished_at < before)
    if (expired.length > 0) {
      const ids = sql.join(expired.map(({ id }) => id))
      const which = sql`id in (${ids}) and finished_at < ${before}`
      await store.write((db) => deleteDeliveries(db, accountId, which, rowsPerPieceMax), { usesReserve: true })
    }
    after = rows.length < rowsPerPieceMax ? undefined : rows.at(-1)?.id
    await yieldToEventLoop()
  }
}

async function listDeliveriesBetween(db: Db, accountId: string, after: string, end: string) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'finished_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('id', '<', end)
    .orderBy('id')
    .limit(rowsPerPieceMax)
    .execute()
}

/**
 * Deleted webhooks that still have deliveries. Skips from webhook to webhook along the index, so that the cost depends
 * on the number of webhooks and not on the number of deliveries.
 */
export async function findOrphaned(db: Db, accountId: string): Promise<readonly string[]> {
  const { rows } = await orphanedQuery(accountId).execute(db)
  return rows.map(({ webhook_id }) => webhook_id)
}

export const orphanedQuery = (accountId: string) => sql<{ webhook_id: string }>`
  with recursive skipped (webhook_id) as (
    select min(webhook_id) from deliveries where account_id = ${accountId}
    union all
    select (select min(d.webhook_id) from deliveries d where d.account_id = ${accountId} and d.webhook_id > skipped.webhook_id)
    from skipped where skipped.webhook_id is not null)
  select webhook_id from skipped where webhook_id is not null and not exists (
    select 1 from webhooks where webhooks.account_id = ${accountId} and webhooks.id = skipped.webhook_id)`

async function deleteDeliveries(
  db: Db,
  accountId: string,
  which: RawBuilder<unknown>,
  rowsMax: number,
): Promise<number> {
  const ofAccount = sql`account_id = ${accountId} and ${which}`
  const ids = await deleteSome(db, { table: 'deliveries', which: ofAccount, orderBy: 'id', rowsMax }, 'id')
  if (ids.length > 0) await deleteAttempts(db, accountId, ids)
  return ids.length
}

/**
 * Keeps events that have a delivery, or for which one is still to be created: they may have to be sent again. `offset 0`
 * makes PostgreSQL look up the deliveries of each event, instead of joining and sorting all of both for each piece.
 */
async function deleteEventsBefore(db: Db, accountId: string, before: string, rowsMax: number): Promise<number> {
  const which = sql`
    account_id = ${accountId} and id < ${idsOf('evt', before).last} and created_at < ${before} and not exists (
      select 1 from deliveries where deliveries.account_id = ${accountId} and deliveries.event_id = events.id
      limit 1 offset 0)
    and not exists (select 1 from event_fan_outs where event_fan_outs.account_id = ${accountId})`
  const ids = await deleteSome(db, { table: 'events', which, orderBy: 'id', rowsMax }, 'id')
  if (ids.length > 0) await deleteFromLog(db, accountId, ids)
  return ids.length
}
