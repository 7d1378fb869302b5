import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Delivery } from '@palate/core/webhooks/schema.ts'
import { sql } from 'kysely'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'
import { noteDue } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import {
  type DeliveryFilter,
  deleteOldAttempts,
  findWithOldAttempts,
  hasPendingMax,
  idsBetween,
} from './delivery-store.ts'

type Range = Pick<DeliveryFilter, 'eventType' | 'since' | 'until'>

/** Dead letters, or finished deliveries of one webhook: each has an index. */
export type RequeueFilter =
  | (Range & Pick<DeliveryFilter, 'projectId' | 'webhookId'> & { readonly status: 'dead' })
  | (Range & { readonly webhookId: string; readonly status?: Exclude<Delivery['status'], 'pending'> | undefined })

/**
 * Makes finished deliveries of enabled webhooks pending again, and returns their number. There may be hundreds of
 * thousands, so this takes many short transactions; a crash leaves the remaining ones unchanged. Walks through them by
 * id, because matches may be far apart, and to visit each only once.
 */
export async function requeueDeliveries(
  store: Store,
  accountId: string,
  filter: RequeueFilter,
  now: string,
): Promise<number> {
  let requeued = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const first: string = after
    if (await hasPendingMax(store.read, accountId)) return requeued
    const last = await findLastOfNext(store.read, accountId, filter, first)
    requeued += await store.write(async (db) => {
      const ids = await requeueBetween(db, accountId, filter, now, first, last)
      for (const id of await findWithOldAttempts(db, accountId, ids)) await deleteOldAttempts(db, accountId, id)
      await noteDue(store, db, 'deliveries', accountId, now)
      return ids.length
    })
    after = last
    await yieldToEventLoop()
  }
  return requeued
}

/** The last id of the next piece, or undefined if less than a piece is left. */
async function findLastOfNext(db: Db, accountId: string, filter: RequeueFilter, after: string) {
  let query = db.selectFrom('deliveries').select('id').where('account_id', '=', accountId).where('id', '>', after)
  query =
    filter.status === 'dead'
      ? query.where('status', '=', sql.lit('dead'))
      : query.where('webhook_id', '=', filter.webhookId)
  const row = await query
    .where(idsBetween('id', filter))
    .orderBy('id')
    .offset(rowsPerPieceMax - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

async function requeueBetween(
  db: Db,
  accountId: string,
  filter: RequeueFilter,
  now: string,
  after: string,
  last: string | undefined,
): Promise<readonly string[]> {
  const { webhookId, eventType, status, since, until } = filter
  const projectId = 'projectId' in filter ? filter.projectId : undefined
  let enabled = db
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'enabled')
  if (projectId !== undefined) enabled = enabled.where('project_id', '=', projectId)
  if (webhookId !== undefined) enabled = enabled.where('id', '=', webhookId)
  let query = db
    .updateTable('deliveries')
    .set({ status: 'pending', tries: 0, due_at: now, finished_at: null, leased_by: null, reason: null })
    .where('account_id', '=', accountId)
    .where('webhook_id', 'in', enabled)
    .where('id', '>', after)
    .where(idsBetween('id', filter))
    // Pending deliveries are already on their way.
    .where('due_at', 'is', null)
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', sql.lit(status))
  if (last !== undefined) query = query.where('id', '<=', last)
  if (eventType !== undefined) query = query.where('event_type', '=', eventType)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return (await query.returning('id').execute()).map(({ id }) => id)
}
