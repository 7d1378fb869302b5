import { isPoorBatch } from '@palate/core/webhooks/alerts.ts'
import type { EventRecord, NewEvent } from '@palate/core/webhooks/events.ts'
import { currentTraceparent } from '../../platform/tracing/tracing.ts'
import type { EventSource, RecordBatchEnd, RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import { noteDue } from '../../store/due-accounts.ts'
import type { Db } from '../../store/schema.ts'
import { deletePoorBatch, insertPoorBatch } from '../alerts/alert-store.ts'
import { insertDeliveries } from '../deliveries/delivery-store.ts'
import { listSubscribers, type Subscriber } from '../webhook-store.ts'
import { insertIntoLog } from './event-log.ts'
import { type EventRow, insertEvents, nextSequences } from './event-store.ts'
import { deliveriesPerTransactionMax, recipientsOf } from './fan-out.ts'
import { type FanOutEvent, findStreamsInFanOut, insertFanOut } from './fan-out-store.ts'

export interface EventRecorder {
  readonly record: RecordEvents
  /** Records an event for this webhook only, regardless of its subscriptions. Returns the delivery's id. */
  recordFor(db: Db, accountId: string, webhookId: string, event: NewEvent, now: string): Promise<string>
}

/**
 * Records events and their deliveries. Calls `onRecorded` after the commit, and `wake` if there is something to
 * deliver. If there are too many deliveries for one transaction, or earlier ones of the stream are still being created,
 * leaves them to `FanOut`.
 *
 * The due time of deliveries is taken after their stream is locked, so that they become due in its order.
 */
export function createEventRecorder(
  { store, newId, clock }: Pick<Services, 'store' | 'newId' | 'clock'>,
  wake: (accountId: string) => void,
  onRecorded: (accountId: string) => void = () => {},
): EventRecorder {
  async function write(db: Db, source: EventSource, events: readonly NewEvent[], now: string) {
    const { accountId } = source
    const author = authorOf(source)
    const sequences = await nextSequences(db, accountId, events.map(streamOf))
    const traceparent = currentTraceparent()
    const rows = events.map((event, i): EventRow => {
      const { type, projectId, data } = event
      const record: EventRecord = { id: newId('evt'), type, timestamp: now, projectId, data: { ...data, ...author } }
      const body = JSON.stringify(record)
      return { record, body, stream: streamOf(event), sequence: sequences[i] ?? 0, traceparent }
    })
    await insertEvents(db, accountId, rows)
    await insertIntoLog(db, accountId, rows)
    store.afterCommit(db, () => onRecorded(accountId))
    return rows.map(({ record: { id, type, projectId }, stream, sequence }): FanOutEvent => {
      return { id, type, projectId, stream, place: sequence }
    })
  }

  async function deliver(
    db: Db,
    accountId: string,
    events: readonly FanOutEvent[],
    subscribers: readonly Subscriber[],
  ): Promise<void> {
    const at = clock().toISOString()
    const recipients = recipientsOf(events, subscribers)
    if (recipients.count === 0) return
    store.afterCommit(db, () => wake(accountId))
    const byStream = Map.groupBy(events, ({ stream }) => stream)
    const inFanOut = await findStreamsInFanOut(db, accountId, [...byStream.keys()])
    if (recipients.count <= deliveriesPerTransactionMax && inFanOut.size === 0) {
      const deliveries = recipients.list().map((recipient) => ({ id: newId('dlv'), ...recipient }))
      await insertDeliveries(db, accountId, deliveries, at)
      return noteDue(store, db, 'deliveries', accountId, at)
    }
    for (const [stream, ofStream] of byStream) {
      const key = { accountId, stream, place: ofStream[0]?.place ?? 0 }
      await insertFanOut(store, db, key, { events: ofStream, subscribers, createdAt: at })
    }
  }

  return {
    async record(db, source, events, now) {
      if (events.length === 0) return
      const { accountId } = source
      const written = await write(db, source, events, now)
      await deliver(db, accountId, written, await listSubscribers(db, accountId))
    },
    async recordFor(db, accountId, webhookId, event, now) {
      const id = newId('dlv')
      const written = await write(db, { accountId }, [event], now)
      const deliveries = written.map((one) => ({ id, webhookId, event: one }))
      const at = clock().toISOString()
      await insertDeliveries(db, accountId, deliveries, at)
      await noteDue(store, db, 'deliveries', accountId, at)
      store.afterCommit(db, () => wake(accountId))
      return id
    },
  }
}

/** Work in the background has no author. */
function authorOf({ keyId, keyName, person }: EventSource) {
  if (keyId === undefined || keyName === undefined) return undefined
  return { author: person ? { keyId, name: person.name, personId: person.id } : { keyId, name: keyName } }
}

function streamOf({ profileId }: NewEvent): string {
  return profileId ?? ''
}

/** Records the end of a batch. A poor batch also raises an alert, unless the profile's last one was also poor. */
export function createRecordBatchEnd(record: RecordEvents): RecordBatchEnd {
  return async (db, { accountId, projectId }, batch, now) => {
    const { profile_id: profileId, batch_id: batchId, counts, status } = batch
    const { metadata: _, ...data } = batch
    const type = endTypes[status]
    if (type) await record(db, { accountId }, [{ type, projectId, profileId, data }], now)
    const { total, failed } = counts
    if (status !== 'completed') return
    if (!isPoorBatch({ total, failed })) return deletePoorBatch(db, accountId, profileId)
    if (!(await insertPoorBatch(db, accountId, profileId, batchId))) return
    const alert = { kind: 'batch' as const, profileId, batchId, failed, total }
    await record(db, { accountId }, [{ type: 'quality.alert', projectId, profileId, data: alert }], now)
  }
}

const endTypes = {
  completed: 'score.batch_completed',
  failed: 'score.batch_failed',
  canceled: 'score.batch_canceled',
  in_progress: undefined,
  canceling: undefined,
} as const
