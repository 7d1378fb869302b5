import { Fault, type FaultCode } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { instant } from '@palate/core/instant.ts'
import { type Caller, projectFor } from '@palate/core/keys/access.ts'
import { formatCursor, pageSize } from '@palate/core/page.ts'
import type { EventRecord } from '@palate/core/webhooks/events.ts'
import type { Delivery } from '@palate/core/webhooks/schema.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import type { Services } from '../../services.ts'
import { noteDue } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { listBody } from '../../streaming/list-body.ts'
import { findEventRows } from '../events/event-store.ts'
import { idIn, isDisabled, readWebhook } from '../webhook-handlers.ts'
import * as store from './delivery-store.ts'
import { requeueDeliveries } from './requeue.ts'

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
      const projectId = projectFor(caller, query.projectId)
      const { webhookId, eventType, limit, cursor } = query
      if (webhookId !== undefined && !isId('hook', webhookId)) return { body: { deadLetters: [] } }
      const filter = { projectId, webhookId, eventType, status: 'dead' as const }
      return { body: await page(db, caller, 'deadLetters', filter, limit, cursor) }
    },

    replayDeadLetters: longRunning(async ({ caller, body, db, now }) => {
      const { webhookId, eventType } = body
      if (webhookId !== undefined) await readWebhook(db, caller, webhookId)
      const projectId = caller.projectId ?? undefined
      const filter = { status: 'dead', projectId, webhookId, eventType, ...rangeOf(body) } as const
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
