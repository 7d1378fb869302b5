import { z } from 'zod'
import { describeDaysKept } from '../days-kept.ts'
import { ProjectId, Success, Timestamp } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { profileId } from '../profile/examples.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { Alert, NewAlert } from './alerts.ts'
import { EventName, EventRecord, eventCatalogue } from './events.ts'
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
import {
  DeadLetter,
  DeadLetterRange,
  Delivery,
  DeliveryRange,
  DeliveryWithEvent,
  deliveryStatuses,
  EventPattern,
  EventTypeRecord,
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookPatch,
  WebhookWithSecret,
} from './schema.ts'
import type { webhookRoutes } from './webhook-routes.ts'

const inProject = { projectId: ProjectId.optional() }
const ofEventType = { eventType: EventName.optional().meta({ description: 'Only events of this type' }) }
const byWebhookId = z.object({ id: z.string().meta({ description: 'Id of the webhook' }) })
const byDeliveryId = z.object({ id: z.string().meta({ description: 'Id of the delivery' }) })
const byDeadLetterId = z.object({ id: z.string().meta({ description: "Id of the dead letter: its delivery's id" }) })

const done = { reply: { success: true } } as const

export const webhookOperations = {
  createWebhook: operation(
    { body: NewWebhook, reply: WebhookWithSecret },
    {
      summary: 'Create a webhook',
      description:
        'Events are signed as specified by Standard Webhooks. Only this response and that of a rotation contain the signing secret.',
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
  ),

  listWebhooks: operation(
    {
      query: z.object({ ...inProject, ...pageQuery }),
      reply: z.object({ webhooks: z.array(Webhook), nextCursor }),
    },
    {
      summary: 'List webhooks, newest first',
      description: 'Lists enabled and disabled webhooks.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of webhooks' },
      examples: { reply: { webhooks: [webhook] } },
    },
  ),

  getWebhook: operation(
    { params: byWebhookId, reply: Webhook },
    {
      summary: 'Read a webhook',
      description: 'A disabled webhook has `disabledReason`.',
      faults: ['webhook_not_found'],
      answers: { 200: 'The webhook' },
      examples: { reply: webhook },
    },
  ),

  updateWebhook: operation(
    { params: byWebhookId, body: WebhookPatch, reply: Webhook },
    {
      summary: 'Update a webhook',
      description:
        'Absent members are left unchanged. Disabling a webhook moves its pending deliveries to the dead letters.',
      faults: ['webhook_not_found', 'url_forbidden'],
      answers: { 200: 'The webhook was updated' },
      examples: {
        body: { status: 'disabled' },
        reply: { ...webhook, status: 'disabled', disabledReason: 'requested', updatedAt: '2026-03-05T08:00:00.000Z' },
      },
    },
  ),

  deleteWebhook: operation(
    { params: byWebhookId, reply: Success },
    {
      summary: 'Delete a webhook',
      description: 'Deletes the webhook and its deliveries and dead letters.',
      faults: ['webhook_not_found'],
      answers: { 200: 'The webhook was deleted' },
      examples: done,
    },
  ),

  rotateWebhookSecret: operation(
    { params: byWebhookId, body: SecretRotation, reply: WebhookWithSecret },
    {
      summary: 'Replace the secret of a webhook',
      description: 'During the overlap, events are signed with both secrets.',
      faults: ['webhook_not_found'],
      answers: { 200: 'The secret was replaced' },
      examples: { body: { overlapSeconds: 3600 }, reply: { ...webhook, secret: webhookSecret } },
    },
  ),

  testWebhook: operation(
    { params: byWebhookId, reply: Delivery },
    {
      summary: 'Send a test event to a webhook',
      description: 'Sends `webhook.test` to this webhook only.',
      faults: ['webhook_not_found', 'webhook_disabled', 'url_forbidden'],
      answers: { 202: 'The test event is queued' },
      examples: { reply: { ...pendingDelivery, eventType: 'webhook.test' } },
    },
  ),

  listDeliveries: operation(
    {
      params: byWebhookId,
      query: z.object({
        status: z.enum(deliveryStatuses).optional().meta({ description: 'Only deliveries with this status' }),
        ...ofEventType,
        since: Timestamp.optional().meta({ description: 'Only deliveries created at this time or later' }),
        until: Timestamp.optional().meta({ description: 'Only deliveries created before this time' }),
        ...pageQuery,
      }),
      reply: z.object({ deliveries: z.array(Delivery), nextCursor }),
    },
    {
      summary: 'List the deliveries of a webhook, newest first',
      description: 'Attempts are listed without the response body.',
      faults: ['webhook_not_found'],
      answers: { 200: 'A page of deliveries' },
      examples: { reply: { deliveries: [delivery] } },
    },
  ),

  replayDeliveries: operation(
    { params: byWebhookId, body: DeliveryRange, reply: z.object({ replayed: z.int() }) },
    {
      summary: 'Resend the deliveries of a period',
      description:
        'Makes every delivery of this webhook that matches all given members pending again, including delivered ones and dead letters. Each keeps its id and its event id, so a receiver that deduplicates by event id processes it once. Deliveries that are still pending are left unchanged.',
      faults: ['webhook_not_found', 'webhook_disabled'],
      answers: { 202: 'The number of queued deliveries' },
      examples: { body: { since: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }, reply: { replayed: 12 } },
    },
  ),

  getDelivery: operation(
    { params: byDeliveryId, reply: DeliveryWithEvent },
    {
      summary: 'Read a delivery with its event',
      description: 'Each attempt has the status, the duration and the first bytes of the response.',
      faults: ['delivery_not_found'],
      answers: { 200: 'The delivery' },
      examples: { reply: { ...delivery, event: eventExample('profile.committed') } },
    },
  ),

  replayDelivery: operation(
    { params: byDeliveryId, reply: Delivery },
    {
      summary: 'Resend a delivery',
      description: 'Sends the event to the same webhook, with the same event id.',
      faults: ['delivery_not_found', 'webhook_disabled'],
      answers: { 202: 'The event is queued' },
      examples: { reply: pendingDelivery },
    },
  ),

  listDeadLetters: operation(
    {
      query: z.object({
        ...inProject,
        webhookId: z.string().optional().meta({ description: 'Only dead letters of this webhook' }),
        ...ofEventType,
        ...pageQuery,
      }),
      reply: z.object({ deadLetters: z.array(DeadLetter), nextCursor }),
    },
    {
      summary: 'List dead letters, newest first',
      description: `A dead letter is a delivery that was abandoned. Dead letters are kept for ${describeDaysKept('events')}.`,
      faults: ['project_forbidden'],
      answers: { 200: 'A page of dead letters' },
      examples: { reply: { deadLetters: [deadLetter] } },
    },
  ),

  replayDeadLetters: operation(
    { body: DeadLetterRange, reply: z.object({ replayed: z.int() }) },
    {
      summary: 'Resend many dead letters',
      description:
        'Resends every dead letter that matches all given members. Dead letters of disabled webhooks are kept.',
      faults: ['webhook_not_found'],
      answers: { 202: 'The number of queued dead letters' },
      examples: { body: { since: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }, reply: { replayed: 12 } },
    },
  ),

  replayDeadLetter: operation(
    { params: byDeadLetterId, reply: Delivery },
    {
      summary: 'Resend a dead letter',
      description: 'The dead letter becomes a pending delivery.',
      faults: ['dead_letter_not_found', 'webhook_disabled'],
      answers: { 202: 'The event is queued' },
      examples: { reply: pendingDelivery },
    },
  ),

  deleteDeadLetter: operation(
    { params: byDeadLetterId, reply: Success },
    {
      summary: 'Delete a dead letter',
      description: 'The event stays in the event log.',
      faults: ['dead_letter_not_found'],
      answers: { 200: 'The dead letter was deleted' },
      examples: done,
    },
  ),

  listEvents: operation(
    {
      query: z.object({
        ...inProject,
        type: EventPattern.optional(),
        after: z.string().optional().meta({ description: 'Only events after the one with this id, oldest first' }),
        ...pageQuery,
      }),
      reply: z.object({ events: z.array(EventRecord), nextCursor }),
    },
    {
      summary: 'List events, newest first, or follow them',
      description: `The event log goes back ${describeDaysKept('events')}. With \`after\`, events are listed oldest first, starting after that event. With \`Accept: text/event-stream\`, the response stays open and streams events that follow \`Last-Event-ID\`, or else \`after\`, or else from now on; \`limit\` and \`cursor\` do not apply to streams. The stream ends when the service stops, or when the key expires or is revoked: reconnect with the id of the last event.`,
      headers: { 'Last-Event-ID': 'With `Accept: text/event-stream`: send the events after the one with this id' },
      faults: ['project_forbidden', 'event_not_found'],
      answers: { 200: 'A page of events' },
      examples: {
        reply: { events: [eventExample('profile.committed')] },
        text: { 'text/event-stream': eventStreamExample },
      },
    },
  ),

  listEventTypes: operation(
    { reply: z.object({ eventTypes: z.array(EventTypeRecord) }) },
    {
      summary: 'List event types',
      description: 'Each type has the JSON Schema of the body sent to webhooks.',
      faults: [],
      answers: { 200: 'The event types' },
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
  ),

  createAlert: operation(
    { body: NewAlert, reply: Alert },
    {
      summary: 'Create an alert rule',
      description:
        'Sends `quality.alert` when the mean of the last `over` scores falls below `below`. The rule does not fire before `over` frames have been scored. Once it has fired, it fires again only after the mean has recovered.',
      faults: ['profile_not_found', 'unknown_dimension', 'too_many_alerts'],
      answers: { 201: 'The rule was created' },
      examples: { body: { profileId, dimension: alert.dimension, below: alert.below, over: alert.over }, reply: alert },
    },
  ),

  listAlerts: operation(
    {
      query: z.object({
        ...inProject,
        profileId: z.string().optional().meta({ description: 'Only rules of this profile' }),
        ...pageQuery,
      }),
      reply: z.object({ alerts: z.array(Alert), nextCursor }),
    },
    {
      summary: 'List alert rules, newest first',
      description: 'Lists the alert rules of all profiles that the key can see.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of alert rules' },
      examples: { reply: { alerts: [alert] } },
    },
  ),

  deleteAlert: operation(
    {
      params: z.object({ id: z.string().meta({ description: 'Id of the alert rule' }) }),
      reply: Success,
    },
    {
      summary: 'Delete an alert rule',
      description: 'Alerts that it has already sent stay in the event log.',
      faults: ['alert_not_found'],
      answers: { 200: 'The rule was deleted' },
      examples: done,
    },
  ),
} satisfies OperationsFor<typeof webhookRoutes>
