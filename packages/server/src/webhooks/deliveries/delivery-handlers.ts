import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Fault, type FaultCode } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { instant } from '@palate/core/instant.ts'
import { type Caller, projectsFor } from '@palate/core/keys/access.ts'
import { formatCursor, pageSize } from '@palate/core/page.ts'
import type { EventRecord } from '@palate/core/webhooks/events.ts'
import type { Delivery } from '@palate/core/webhooks/schema.ts'
import { sql } from 'kysely'
import { type Handlers, longRunning } from '../../operations.ts'
import type { Services } from '../../services.ts'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'
import { noteDue } from '../../store/due-accounts.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { listBody } from '../../streaming/list-body.ts'
import { findEventRows } from '../events/event-store.ts'
import { idIn, isDisabled, readWebhook } from '../webhook-handlers.ts'
import * as store from './delivery-store.ts'
import {
  type DeliveryFilter,
  deleteOldAttempts,
  findWithOldAttempts,
  hasPendingMax,
  idsBetween,
} from './delivery-store.ts'

type Ids =
  | 'listDeliveries'
  | 'replayDeliveries'
  | 'getDelivery'
  | 'replayDelivery'
  | 'listDeadLetters'
  | 'replayDeadLetters'
  | 'replayDeadLetter'
  | 'deleteDeadLetter'

export function deliveryHandlers({ store: engine }: Services, wake: (accountId: string) => void): Handlers<Ids> {
  async function replay(db: Db, caller: Caller, { delivery, isEnabled }: Found, now: string): Promise<Delivery> {
    if (!isEnabled) throw isDisabled()
    await store.requeueDelivery(db, caller.accountId, delivery.id, now)
    await store.deleteOldAttempts(db, caller.accountId, delivery.id)
    await noteDue(engine, db, 'deliveries', caller.accountId, now)
    engine.afterCommit(db, () => wake(caller.accountId))
    return (await find(db, caller, delivery.id, 'delivery_not_found')).delivery
  }

  return {
    async listDeliveries({ caller, params, query, db }) {
      const { id: webhookId } = await readWebhook(db, caller, params.id)
      const { status, eventType, limit, cursor } = query
      const filter = { webhookId, status, eventType, ...rangeOf(query) }
      return { body: await page(db, caller, 'deliveries', filter, limit, cursor) }
    },

    replayDeliveries: longRunning(async ({ caller, params, body, db, now }) => {
      const { id: webhookId, status: webhookStatus } = await readWebhook(db, caller, params.id)
      if (webhookStatus !== 'enabled') throw isDisabled()
      const { eventType, status } = body
      const { since, until = now } = rangeOf(body)
      const filter = { webhookId, eventType, status, since, until }
      const replayed = await requeueDeliveries(engine, caller.accountId, filter, now)
      wake(caller.accountId)
      return { body: { replayed } }
    }),

    async getDelivery({ caller, params, db }) {
      const { delivery } = await find(db, caller, params.id, 'delivery_not_found')
      const events = await findEventRows(db, caller.accountId, [delivery.eventId])
      const event = events.get(delivery.eventId)
      if (event === undefined) throw new Fault('delivery_not_found', 'there is no delivery with this id')
      return { body: { ...delivery, event: JSON.parse(event.body) as EventRecord } }
    },

    async replayDelivery({ caller, params, db, now }) {
      const found = await find(db, caller, params.id, 'delivery_not_found')
      return { body: await replay(db, caller, found, now) }
    },

    async listDeadLetters({ caller, query, db }) {
      const projects = projectsFor(caller, query.projectId)
      const { webhookId, eventType, limit, cursor } = query
      if (webhookId !== undefined && !isId('hook', webhookId)) return { body: { deadLetters: [] } }
      const filter = { projects, webhookId, eventType, status: 'dead' as const }
      return { body: await page(db, caller, 'deadLetters', filter, limit, cursor) }
    },

    replayDeadLetters: longRunning(async ({ caller, body, db, now }) => {
      const { webhookId, eventType } = body
      if (webhookId !== undefined) await readWebhook(db, caller, webhookId)
      const filter = { status: 'dead', projects: caller.projects, webhookId, eventType, ...rangeOf(body) } as const
      const replayed = await requeueDeliveries(engine, caller.accountId, filter, now)
      wake(caller.accountId)
      return { body: { replayed } }
    }),

    async replayDeadLetter({ caller, params, db, now }) {
      return { body: await replay(db, caller, await findDead(db, caller, params.id), now) }
    },

    async deleteDeadLetter({ caller, params, db }) {
      const { delivery } = await findDead(db, caller, params.id)
      await store.deleteAttempts(db, caller.accountId, [delivery.id])
      await store.deleteDelivery(db, caller.accountId, delivery.id)
      return { body: { success: true } }
    },
  }
}

/** In the stored format, which sorts as text. */
function rangeOf({ since, until }: { readonly since?: string | undefined; readonly until?: string | undefined }) {
  return {
    ...(since !== undefined && { since: instant(since) }),
    ...(until !== undefined && { until: instant(until) }),
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof store.findDelivery>>>

async function find(db: Db, caller: Caller, id: string, code: FaultCode): Promise<Found> {
  const found = isId('dlv', id) ? await store.findDelivery(db, caller, id) : undefined
  if (!found) throw new Fault(code, 'there is no delivery with this id')
  return found
}

async function findDead(db: Db, caller: Caller, id: string): Promise<Found> {
  const found = await find(db, caller, id, 'dead_letter_not_found')
  if (found.delivery.status !== 'dead') {
    throw new Fault('dead_letter_not_found', 'the delivery with this id is not a dead letter')
  }
  return found
}

async function page(
  db: Db,
  caller: Caller,
  name: string,
  filter: store.DeliveryFilter,
  limit: number | undefined,
  cursor: string | undefined,
) {
  const size = pageSize(limit)
  const first = cursor === undefined ? undefined : idIn(cursor, 'dlv')
  return listBody<Delivery>({
    ...{ name, size, textOf: JSON.stringify },
    read: (last, rowsMax) =>
      store.listDeliveries(db, caller.accountId, { ...filter, before: last?.id ?? first }, rowsMax),
    cursorOf: ({ id }) => formatCursor([id]),
  })
}

type Range = Pick<DeliveryFilter, 'eventType' | 'since' | 'until'>

/** Dead letters, or finished deliveries of one webhook: each has an index. */
export type RequeueFilter =
  | (Range & Pick<DeliveryFilter, 'projects' | 'webhookId'> & { readonly status: 'dead' })
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
  const projects = 'projects' in filter ? filter.projects : null
  let enabled = db
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'enabled')
  if (projects) enabled = enabled.where(inProjects('project_id', projects))
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
