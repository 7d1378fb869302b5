import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { inPieces, rowsPerPieceMax } from '../../store/in-pieces.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryFilter } from './delivery-store.ts'

export interface DeadLetterFilter extends Pick<DeliveryFilter, 'projectId' | 'webhookId' | 'eventType'> {
  readonly since: string | undefined
  readonly until: string | undefined
}

/**
 * Makes dead letters of enabled webhooks pending again, and returns how many. There may be hundreds of thousands, so
 * this takes many short transactions: a crash leaves the rest dead. Walks through all dead letters by id, because those
 * that match may lie far apart.
 */
export async function requeueDeadLetters(
  store: Store,
  accountId: string,
  filter: DeadLetterFilter,
  now: string,
): Promise<number> {
  let requeued = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const first: string = after
    const last = await findLastOfNext(store.read, accountId, first, rowsPerPieceMax)
    requeued += await store.write((db) => requeueBetween(db, accountId, filter, now, first, last))
    after = last
    await yieldToEventLoop()
  }
  return requeued
}

/** The last of the next dead letters, or undefined if fewer are left. */
async function findLastOfNext(db: Db, accountId: string, after: string, count: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('dead'))
    .where('id', '>', after)
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

async function requeueBetween(
  db: Db,
  accountId: string,
  { projectId, webhookId, eventType, since, until }: DeadLetterFilter,
  now: string,
  after: string,
  last: string | undefined,
): Promise<number> {
  let enabled = db
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'enabled')
  if (projectId !== undefined) enabled = enabled.where('project_id', '=', projectId)
  if (webhookId !== undefined) enabled = enabled.where('id', '=', webhookId)
  let query = db
    .updateTable('deliveries')
    .set({ status: 'pending', tries: 0, due_at: now, finished_at: null, leased_by: null })
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('dead'))
    .where('webhook_id', 'in', enabled)
    .where('id', '>', after)
  if (last !== undefined) query = query.where('id', '<=', last)
  if (eventType !== undefined) query = query.where('event_type', '=', eventType)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (until !== undefined) query = query.where('created_at', '<', until)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Makes all pending deliveries of a webhook dead letters. Returns how many there were. */
export function deadLetterPending(db: Db, accountId: string, webhookId: string, now: string): Promise<number> {
  const which = sql`account_id = ${accountId} and webhook_id = ${webhookId} and due_at is not null`
  return inPieces(
    db,
    { table: 'deliveries', key: 'id', which },
    (rows) => sql`update deliveries set status = 'dead', due_at = null, finished_at = ${now} where ${rows}`,
  )
}
