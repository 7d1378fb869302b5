import type { NoteBatchEnd, NoteScore, RecordEvents } from '../ports.ts'
import type { Services } from '../services.ts'
import type { AddressRules } from './addresses.ts'
import { createNoteBatchEnd, ScoreWatch } from './alert-evaluator.ts'
import { alertHandlers, type FindScorable } from './alert-handlers.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { Courier } from './dispatcher.ts'
import { eventHandlers } from './event-handlers.ts'
import { createRecorder } from './event-recorder.ts'
import { addGauges } from './gauges.ts'
import { webhookHandlers } from './webhook-handlers.ts'

export interface Webhooks {
  readonly record: RecordEvents
  readonly noteScore: NoteScore
  readonly noteBatchEnd: NoteBatchEnd
  handlers(findScorable: FindScorable): WebhookHandlers
  /** Begins to deliver, in this process. */
  startCourier(): void
  /** Finishes what is being sent and hands the rest back. */
  stopCourier(): Promise<void>
  stop(): Promise<void>
}

type WebhookHandlers = ReturnType<typeof webhookHandlers> &
  ReturnType<typeof deliveryHandlers> &
  ReturnType<typeof eventHandlers> &
  ReturnType<typeof alertHandlers>

/** The log of events, the webhooks and the alert rules of this process. */
export function openWebhooks(services: Services, rules: AddressRules): Webhooks {
  let courier: Courier | undefined
  const wake = () => courier?.wake()
  const recorder = createRecorder(services, wake)
  const watch = new ScoreWatch(services, recorder.record)
  addGauges(services)
  return {
    record: recorder.record,
    noteScore: watch.note,
    noteBatchEnd: createNoteBatchEnd(recorder.record),
    handlers: (findScorable) => ({
      ...webhookHandlers(services, rules, recorder),
      ...deliveryHandlers(services, wake),
      ...eventHandlers(),
      ...alertHandlers(services, findScorable),
    }),
    startCourier() {
      courier ??= new Courier(services, rules, recorder.record)
    },
    stopCourier: async () => courier?.stop(),
    stop: () => watch.close(),
  }
}
