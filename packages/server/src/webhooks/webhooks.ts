import type { EnsureProject } from '../ports/projects.ts'
import type { NoteScore, RecordBatchEnd, RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { AddressRules } from './addresses.ts'
import { AlertEvaluator } from './alerts/alert-evaluator.ts'
import { alertHandlers, type FindScorable } from './alerts/alert-handlers.ts'
import { deliveryHandlers } from './deliveries/delivery-handlers.ts'
import { DeliveryDispatcher } from './deliveries/dispatcher.ts'
import { createRecordBatchEnd } from './events/batch-end.ts'
import { eventHandlers } from './events/event-handlers.ts'
import { createEventLogReader } from './events/event-log-reader.ts'
import { createEventRecorder } from './events/event-recorder.ts'
import { createEventStreams } from './events/event-stream.ts'
import { addGauges } from './gauges.ts'
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
