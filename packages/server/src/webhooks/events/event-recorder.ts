import type { EventRecord, NewEvent } from '@palate/core/webhooks/events.ts'
import { wants } from '@palate/core/webhooks/subscription.ts'
import type { RecordEvents } from '../../ports.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { type DeliveryRow, insertDeliveries } from '../deliveries/delivery-store.ts'
import { listSubscribers, type Subscriber } from '../webhook-store.ts'
import { type EventRow, insertEvents, nextSequences } from './event-store.ts'

export interface EventRecorder {
  readonly record: RecordEvents
  /** Records an event for this webhook alone, whatever it subscribes to. Returns the delivery's id. */
  recordFor(db: Db, accountId: string, webhookId: string, event: NewEvent, now: string): Promise<string>
}

/** Records events and their deliveries. Calls `wake` after the commit if there is something to deliver. */
export function createEventRecorder(
  { store, newId }: Pick<Services, 'store' | 'newId'>,
  wake: () => void,
): EventRecorder {
  async function write(db: Db, accountId: string, events: readonly NewEvent[], now: string) {
    const sequences = await nextSequences(db, accountId, events.map(streamOf))
    const rows = events.map((event, i): EventRow => {
      const { type, projectId, data } = event
      const record: EventRecord = { id: newId('evt'), type, timestamp: now, projectId, data }
      return { record, body: JSON.stringify(record), stream: streamOf(event), sequence: sequences[i] ?? 0 }
    })
    await insertEvents(db, accountId, rows)
    return rows
  }

  async function deliver(db: Db, accountId: string, deliveries: readonly DeliveryRow[], now: string) {
    if (deliveries.length === 0) return
    await insertDeliveries(db, accountId, deliveries, now)
    store.afterCommit(db, wake)
  }

  return {
    async record(db, accountId, events, now) {
      if (events.length === 0) return
      const rows = await write(db, accountId, events, now)
      const subscribers = await listSubscribers(db, accountId)
      const deliveries = rows.flatMap((row) =>
        subscribers.filter((one) => isFor(one, row)).map(({ id }) => ({ id: newId('dlv'), webhookId: id, row })),
      )
      await deliver(db, accountId, deliveries, now)
    },
    async recordFor(db, accountId, webhookId, event, now) {
      const rows = await write(db, accountId, [event], now)
      const deliveries = rows.map((row) => ({ id: newId('dlv'), webhookId, row }))
      await deliver(db, accountId, deliveries, now)
      return deliveries[0]?.id ?? ''
    },
  }
}

/** A webhook of a project gets only that project's events; a webhook of the account gets all. */
function isFor({ projectId, patterns }: Subscriber, { record }: EventRow): boolean {
  return (projectId === null || projectId === record.projectId) && wants(patterns, record.type)
}

function streamOf({ profileId }: NewEvent): string {
  return profileId ?? ''
}
