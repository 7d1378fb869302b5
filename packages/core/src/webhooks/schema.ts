import { z } from 'zod'
import { characters, ProjectId, Timestamp } from '../fields.ts'
import { overlapSecondsMax } from '../keys/schema.ts'
import { listOf } from '../lists.ts'
import { EventName, EventRecord, type EventType, eventTypes } from './events.ts'
import { isEventPattern } from './subscription.ts'

export const webhooksPerAccountMax = 1000
export const urlCharactersMax = 2048
export const descriptionCharactersMax = 1000
export const patternsPerWebhookMax = 50
/** Bytes stored of a receiver's response. */
export const responseBytesMax = 1024
/** A delivery shows its latest attempts; a delivery that is replayed often has more. */
export const attemptsShownMax = 100
export const secretBytes = 32
export const secretPrefix = 'whsec_'

export const EventPattern = z
  .string()
  .refine(isEventPattern, { error: 'must be an event type, a pattern such as profile.*, or *' })
  .meta({ description: `One of ${eventTypes.join(', ')}; or a pattern such as \`profile.*\`; or \`*\`` })

const fields = {
  url: characters(1, urlCharactersMax).meta({ description: 'http or https, on the public internet' }),
  events: listOf(EventPattern, { min: 1, max: patternsPerWebhookMax }),
  description: characters(0, descriptionCharactersMax),
}

export const NewWebhook = z.object({
  url: fields.url,
  events: fields.events,
  projectId: ProjectId.optional().meta({
    description: "Only this project's events; by default, those of the whole account",
  }),
  description: fields.description.optional(),
})

const status = z.enum(['enabled', 'disabled'])

export const WebhookPatch = z.object({
  url: fields.url.optional(),
  events: fields.events.optional(),
  description: fields.description.nullish().meta({ description: 'Null removes it' }),
  status: status.optional(),
})

/** Why a webhook is disabled. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const Webhook = z.object({
  id: z.string(),
  projectId: ProjectId.optional(),
  ...fields,
  description: fields.description.optional(),
  status,
  disabledReason: z.enum(disabledReasons).optional().meta({
    description:
      '`gone`: the receiver responded with 410; `failing`: every attempt failed for five days; `requested`: disabled by PATCH',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Webhook = Readonly<z.infer<typeof Webhook>>

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().optional().meta({ description: 'Signs the events; absent from a replayed response' }),
})

export const defaultOverlapSeconds = 24 * 3600

export const SecretRotation = z.object({
  overlapSeconds: z
    .number()
    .min(0)
    .max(overlapSecondsMax)
    .optional()
    .meta({ description: `How long both secrets sign; ${defaultOverlapSeconds} by default` }),
})

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const

export const DeliveryAttempt = z.object({
  at: Timestamp,
  status: z.int().optional().meta({ description: "The receiver's status code; absent if it did not respond" }),
  durationMs: z.number(),
  error: z.string().optional(),
  response: z
    .string()
    .optional()
    .meta({ description: `The first ${responseBytesMax} bytes; not in lists` }),
})

export const Delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  eventType: EventName,
  status: z.enum(deliveryStatuses),
  attempts: z.array(DeliveryAttempt),
  nextAttemptAt: Timestamp.optional(),
  reason: z.enum(['too_many_pending']).optional().meta({
    description: 'Why a dead letter was never sent: the account and the webhook had too many pending deliveries',
  }),
  createdAt: Timestamp,
})
export type Delivery = Readonly<z.infer<typeof Delivery>>

export const DeadLetter = Delivery.meta({
  description:
    'A delivery that was abandoned: every attempt failed, its webhook was disabled, or there were too many pending deliveries',
})

export const DeliveryWithEvent = Delivery.extend({ event: EventRecord })

/** Selects the dead letters to resend: those that match every given member. */
export const DeadLetterRange = z.object({
  webhookId: z.string().optional(),
  eventType: EventName.optional(),
  since: Timestamp.optional().meta({ description: 'Events at this time or later' }),
  until: Timestamp.optional().meta({ description: 'Events before this time' }),
})

/** Selects the deliveries of a webhook to resend. Pending deliveries are sent anyway. */
export const DeliveryRange = z.object({
  since: Timestamp.meta({ description: 'Deliveries created at this time or later' }),
  until: Timestamp.optional().meta({ description: 'Deliveries created before this time; now by default' }),
  status: z
    .enum(['delivered', 'dead'])
    .optional()
    .meta({ description: 'Only deliveries with this status; both by default' }),
  eventType: EventName.optional().meta({ description: 'Only events of this type' }),
})

export const EventTypeRecord = z.object({
  type: EventName,
  description: z.string(),
  schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the body sent to webhooks' }),
})

export type { EventType }
