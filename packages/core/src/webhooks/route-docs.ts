import { profileId } from '../profile/examples.ts'
import type { DocsFor } from '../route-types.ts'
import { eventCatalogue } from './events.ts'
import {
  alert,
  deadLetter,
  delivery,
  eventExample,
  eventStreamExample,
  pendingDelivery,
  webhook,
  webhookSecret,
} from './examples.ts'
import type { webhookSchemas } from './route-schemas.ts'

const done = { reply: { success: true } } as const

export const webhookDocs = {
  createWebhook: {
    summary: 'Create a webhook',
    description:
      'Events are signed as Standard Webhooks. The answer contains the secret that signs them; no later answer does, except that of a rotation.',
    faults: ['project_forbidden', 'url_forbidden', 'too_many_webhooks'],
    answers: { 201: 'The webhook was created' },
    examples: {
      body: {
        url: webhook.url,
        events: webhook.events,
        projectId: 'studio',
        description: 'Posts to the design channel',
      },
      reply: { ...webhook, secret: webhookSecret },
    },
  },
  listWebhooks: {
    summary: 'List webhooks, newest first',
    description: 'Lists enabled and disabled webhooks.',
    faults: ['project_forbidden'],
    answers: { 200: 'A page of webhooks' },
    examples: { reply: { webhooks: [webhook] } },
  },
  getWebhook: {
    summary: 'Read a webhook',
    description: 'A disabled webhook has `disabledReason`.',
    faults: ['webhook_not_found'],
    answers: { 200: 'The webhook' },
    examples: { reply: webhook },
  },
  updateWebhook: {
    summary: 'Update a webhook',
    description:
      'An absent member is left as it is. Disabling a webhook moves its pending deliveries to the dead letters.',
    faults: ['webhook_not_found', 'url_forbidden'],
    answers: { 200: 'The webhook was updated' },
    examples: {
      body: { status: 'disabled' },
      reply: { ...webhook, status: 'disabled', disabledReason: 'requested', updatedAt: '2026-03-05T08:00:00.000Z' },
    },
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its deliveries and dead letters.',
    faults: ['webhook_not_found'],
    answers: { 200: 'The webhook was deleted' },
    examples: done,
  },
  rotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description: 'During the overlap both secrets sign.',
    faults: ['webhook_not_found'],
    answers: { 200: 'The secret was replaced' },
    examples: { body: { overlapSeconds: 3600 }, reply: { ...webhook, secret: webhookSecret } },
  },
  testWebhook: {
    summary: 'Send a test event to a webhook',
    description: 'Sends `webhook.test` to this webhook only.',
    faults: ['webhook_not_found', 'webhook_disabled', 'url_forbidden'],
    answers: { 202: 'The test is on its way' },
    examples: { reply: { ...pendingDelivery, eventType: 'webhook.test' } },
  },
  listDeliveries: {
    summary: 'List the deliveries of a webhook, newest first',
    description: 'Attempts are listed without the body of the answer.',
    faults: ['webhook_not_found'],
    answers: { 200: 'A page of deliveries' },
    examples: { reply: { deliveries: [delivery] } },
  },
  replayDeliveries: {
    summary: 'Send the events of a time again',
    description:
      'Makes every delivery of this webhook that matches all given members pending again, delivered ones and dead letters. Each keeps its id and its event id, so a receiver that deduplicates by event id takes it once. What is still pending is left alone.',
    faults: ['webhook_not_found', 'webhook_disabled'],
    answers: { 202: 'How many deliveries are on their way' },
    examples: { body: { since: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }, reply: { replayed: 12 } },
  },
  getDelivery: {
    summary: 'Read a delivery with its event',
    description: 'Each attempt has the status, the duration and the first bytes of the answer.',
    faults: ['delivery_not_found'],
    answers: { 200: 'The delivery' },
    examples: { reply: { ...delivery, event: eventExample('profile.committed') } },
  },
  replayDelivery: {
    summary: 'Send the event of a delivery again',
    description: 'Sends it to the same webhook, under the same event id.',
    faults: ['delivery_not_found', 'webhook_disabled'],
    answers: { 202: 'The event is on its way' },
    examples: { reply: pendingDelivery },
  },
  listDeadLetters: {
    summary: 'List dead letters, newest first',
    description: 'A dead letter is a delivery that was given up. Dead letters are kept for 30 days.',
    faults: ['project_forbidden'],
    answers: { 200: 'A page of dead letters' },
    examples: { reply: { deadLetters: [deadLetter] } },
  },
  replayDeadLetters: {
    summary: 'Send many dead letters again',
    description: 'Sends every dead letter that matches all given members. Those of disabled webhooks stay.',
    faults: ['webhook_not_found'],
    answers: { 202: 'How many dead letters are on their way' },
    examples: { body: { since: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }, reply: { replayed: 12 } },
  },
  replayDeadLetter: {
    summary: 'Send a dead letter again',
    description: 'The dead letter becomes a pending delivery.',
    faults: ['dead_letter_not_found', 'webhook_disabled'],
    answers: { 202: 'The event is on its way' },
    examples: { reply: pendingDelivery },
  },
  deleteDeadLetter: {
    summary: 'Delete a dead letter',
    description: 'The event stays in the event log.',
    faults: ['dead_letter_not_found'],
    answers: { 200: 'The dead letter was deleted' },
    examples: done,
  },
  listEvents: {
    summary: 'List events, newest first, or follow them',
    description:
      'The event log goes back 30 days. With `after` it comes oldest first, from that event on. With `Accept: text/event-stream` the answer stays open and sends what happens next, after `Last-Event-ID`, or else after `after`, or else from now on; `limit` and `cursor` are for lists. The stream ends when the service stops or the key does: connect again with the id of the last event.',
    headers: { 'Last-Event-ID': 'With `Accept: text/event-stream`: send what came after the event with this id' },
    faults: ['project_forbidden', 'event_not_found'],
    answers: { 200: 'A page of events' },
    examples: {
      reply: { events: [eventExample('profile.committed')] },
      text: { 'text/event-stream': eventStreamExample },
    },
  },
  listEventTypes: {
    summary: 'List the types of events',
    description: 'Each type comes with the JSON Schema of the body that webhooks are sent.',
    faults: [],
    answers: { 200: 'The types of events' },
    examples: {
      reply: {
        eventTypes: [
          {
            type: 'profile.created',
            description: eventCatalogue['profile.created'].when,
            schema: { type: 'object', properties: { id: { type: 'string' } } },
          },
        ],
      },
    },
  },
  createAlert: {
    summary: 'Create an alert rule',
    description:
      'Sends `quality.alert` when the mean of the last `over` scores falls below `below`. The rule fires once until the mean has recovered, and not before `over` frames were scored.',
    faults: ['profile_not_found', 'unknown_dimension', 'too_many_alerts'],
    answers: { 201: 'The rule was created' },
    examples: { body: { profileId, dimension: alert.dimension, below: alert.below, over: alert.over }, reply: alert },
  },
  listAlerts: {
    summary: 'List alert rules, newest first',
    description: 'Lists the alert rules of all profiles that the key can see.',
    faults: ['project_forbidden'],
    answers: { 200: 'A page of alert rules' },
    examples: { reply: { alerts: [alert] } },
  },
  deleteAlert: {
    summary: 'Delete an alert rule',
    description: 'Alerts that it already sent stay in the event log.',
    faults: ['alert_not_found'],
    answers: { 200: 'The rule was deleted' },
    examples: done,
  },
} as const satisfies DocsFor<typeof webhookSchemas>
