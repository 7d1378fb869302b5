import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { DeleteOfProfile } from '../ports/profiles.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { NoteScore, RecordBatchEnd, RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import type { AddressRules } from './addresses.ts'
import { AlertEvaluator } from './alerts/alert-evaluator.ts'
import { alertHandlers, type FindScorable } from './alerts/alert-handlers.ts'
import { deleteAlertsOfProfile, deletePoorBatch } from './alerts/alert-store.ts'
import { deliveryHandlers } from './deliveries/delivery-handlers.ts'
import { DeliveryDispatcher } from './deliveries/dispatcher.ts'
import { createEventLogReader } from './events/event-log.ts'
import { createEventRecorder, createRecordBatchEnd } from './events/event-recorder.ts'
import { deleteSequence } from './events/event-store.ts'
import { createEventStreams, eventHandlers } from './events/event-stream.ts'
import type { WebhookSecrets } from './secrets/webhook-secrets.ts'
import { webhookHandlers } from './webhook-handlers.ts'

export interface Webhooks {
  readonly record: RecordEvents
  readonly noteScore: NoteScore
  readonly recordBatchEnd: RecordBatchEnd
  handlers(findScorable: FindScorable, ensureProject: EnsureProject): WebhookHandlers
  /** Notifies the dispatcher that there is something to deliver. Call it after the commit. */
  wake(): void
  /** Starts delivering in this process. */
  startDispatcher(): void
  /** Waits for requests in flight and releases all other deliveries. */
  stopDispatcher(): Promise<void>
  /** Ends the event streams, so that requests can finish. */
  endStreams(): void
  stop(): Promise<void>
}

type WebhookHandlers = ReturnType<typeof webhookHandlers> &
  ReturnType<typeof deliveryHandlers> &
  ReturnType<typeof eventHandlers> &
  ReturnType<typeof alertHandlers>

/** The events, webhooks and alert rules of this process. */
export function openWebhooks(services: Services, rules: AddressRules, secrets: WebhookSecrets): Webhooks {
  let dispatcher: DeliveryDispatcher | undefined
  const wake = (accountId?: string) => dispatcher?.wake(accountId)
  const log = createEventLogReader(services.store)
  const streams = createEventStreams(services, log)
  const recorder = createEventRecorder(services, wake, streams.notify)
  const alerts = new AlertEvaluator(services, recorder.record)
  addGauges(services)
  return {
    record: recorder.record,
    noteScore: alerts.note,
    recordBatchEnd: createRecordBatchEnd(recorder.record),
    wake,
    handlers: (findScorable, ensureProject) => ({
      ...webhookHandlers(services, rules, recorder, ensureProject, secrets),
      ...deliveryHandlers(services, wake),
      ...eventHandlers(log, streams),
      ...alertHandlers(services, findScorable),
    }),
    startDispatcher() {
      dispatcher ??= new DeliveryDispatcher(services, rules, recorder.record, secrets)
    },
    stopDispatcher: async () => dispatcher?.stop(),
    endStreams: streams.endAll,
    stop: () => alerts.close(),
  }
}

/** Gauges that query the store when they are scraped. They are omitted while the store is unavailable. */
function addGauges({ store, clock, metrics }: Pick<Services, 'store' | 'clock' | 'metrics'>): void {
  function add(name: string, help: string, ask: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        try {
          this.set(await ask())
        } catch {
          this.remove()
        }
      },
    })
  }

  add(
    'palate_webhook_oldest_undelivered_seconds',
    'Age of the oldest undelivered event; 0 when there is none',
    async () => {
      const since = await findOldestUndelivered(store.backgroundRead)
      return since ? Math.max(0, clock().getTime() - Date.parse(since)) / 1000 : 0
    },
  )
  add('palate_webhook_dead_letters', 'Deliveries kept as dead letters', () => countDeadLetters(store.backgroundRead))
}

async function findOldestUndelivered(db: Db): Promise<string | undefined> {
  const [delivery, fanOut] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.min('created_at').as('since'))
      .where('due_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('event_fan_outs')
      .select((eb) => eb.fn.min('created_at').as('since'))
      .executeTakeFirst(),
  ])
  return [delivery?.since, fanOut?.since].filter((time) => time != null).toSorted()[0]
}

async function countDeadLetters(db: Db): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('dead'))
    .executeTakeFirst()
  return row?.count ?? 0
}

export const deleteAlertRulesOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await deleteAlertsOfProfile(db, accountId, profileId)
}

/** Deletes what recorded events keep for a profile. Runs after the profile's last event. */
export const deleteEventStateOf: DeleteOfProfile = async (db, { accountId, profileId }) => {
  await deletePoorBatch(db, accountId, profileId)
  await deleteSequence(db, accountId, profileId)
}
