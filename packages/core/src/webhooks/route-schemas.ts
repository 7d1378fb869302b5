import { z } from 'zod'
import { ProjectId, Success, Timestamp } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { SchemasFor } from '../route-types.ts'
import { Alert, NewAlert } from './alerts.ts'
import { EventName, EventRecord } from './events.ts'
import type { webhookRoutes } from './routes.ts'
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

const inProject = { projectId: ProjectId.optional() }
const ofEventType = { eventType: EventName.optional().meta({ description: 'Only events of this type' }) }
const byWebhookId = z.object({ id: z.string().meta({ description: 'Id of the webhook' }) })
const byDeliveryId = z.object({ id: z.string().meta({ description: 'Id of the delivery' }) })
const byDeadLetterId = z.object({ id: z.string().meta({ description: "Id of the dead letter: its delivery's id" }) })

export const webhookSchemas = {
  createWebhook: { body: NewWebhook, reply: WebhookWithSecret },
  listWebhooks: {
    query: z.object({ ...inProject, ...pageQuery }),
    reply: z.object({ webhooks: z.array(Webhook), nextCursor }),
  },
  getWebhook: { params: byWebhookId, reply: Webhook },
  updateWebhook: { params: byWebhookId, body: WebhookPatch, reply: Webhook },
  deleteWebhook: { params: byWebhookId, reply: Success },
  rotateWebhookSecret: { params: byWebhookId, body: SecretRotation, reply: WebhookWithSecret },
  testWebhook: { params: byWebhookId, reply: Delivery },
  listDeliveries: {
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
  replayDeliveries: { params: byWebhookId, body: DeliveryRange, reply: z.object({ replayed: z.int() }) },
  getDelivery: { params: byDeliveryId, reply: DeliveryWithEvent },
  replayDelivery: { params: byDeliveryId, reply: Delivery },
  listDeadLetters: {
    query: z.object({
      ...inProject,
      webhookId: z.string().optional().meta({ description: 'Only dead letters of this webhook' }),
      ...ofEventType,
      ...pageQuery,
    }),
    reply: z.object({ deadLetters: z.array(DeadLetter), nextCursor }),
  },
  replayDeadLetters: { body: DeadLetterRange, reply: z.object({ replayed: z.int() }) },
  replayDeadLetter: { params: byDeadLetterId, reply: Delivery },
  deleteDeadLetter: { params: byDeadLetterId, reply: Success },
  listEvents: {
    query: z.object({
      ...inProject,
      type: EventPattern.optional(),
      after: z.string().optional().meta({ description: 'Only events after the one with this id, oldest first' }),
      ...pageQuery,
    }),
    reply: z.object({ events: z.array(EventRecord), nextCursor }),
  },
  listEventTypes: { reply: z.object({ eventTypes: z.array(EventTypeRecord) }) },
  createAlert: { body: NewAlert, reply: Alert },
  listAlerts: {
    query: z.object({
      ...inProject,
      profileId: z.string().optional().meta({ description: 'Only rules of this profile' }),
      ...pageQuery,
    }),
    reply: z.object({ alerts: z.array(Alert), nextCursor }),
  },
  deleteAlert: {
    params: z.object({ id: z.string().meta({ description: 'Id of the alert rule' }) }),
    reply: Success,
  },
} as const satisfies SchemasFor<typeof webhookRoutes>
