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
/** How much of a receiver's answer is stored. */
export const responseBytesMax = 1024
/** A delivery shows its latest attempts; one that is replayed often has more. */
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
    description: "Only this project's events; without it, those of the whole account",
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
      '`gone`: the receiver answered 410; `failing`: every attempt failed for five days; `requested`: disabled by PATCH',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Webhook = Readonly<z.infer<typeof Webhook>>

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().optional().meta({ description: 'Signs the events; absent if an earlier answer is replayed' }),
})

export const defaultOverlapSeconds = 24 * 3600

export const SecretRotation = z.object({
  overlapSeconds: z
    .number()
    .min(0)
    .max(overlapSecondsMax)
    .optional()
    .meta({ description: `How long both secrets sign; ${defaultOverlapSeconds} unless set` }),
})

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const

export const DeliveryAttempt = z.object({
  at: Timestamp,
  status: z
    .int()
    .optional()
    .meta({ description: 'The status that the receiver answered with; absent if it did not answer' }),
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
  createdAt: Timestamp,
})
export type Delivery = Readonly<z.infer<typeof Delivery>>

export const DeadLetter = Delivery.meta({
  description: 'A delivery that was given up: every attempt failed, or its webhook was disabled',
})

export const DeliveryWithEvent = Delivery.extend({ event: EventRecord })

/** Which dead letters to send again: those that match every given member. */
export const DeadLetterRange = z.object({
  webhookId: z.string().optional(),
  eventType: EventName.optional(),
  since: Timestamp.optional().meta({ description: 'Events from this time on' }),
  until: Timestamp.optional().meta({ description: 'Events before this time' }),
})

/** Which deliveries of a webhook to send again. What is still pending is on its way anyway. */
export const DeliveryRange = z.object({
  since: Timestamp.meta({ description: 'Deliveries that were created at this time or later' }),
  until: Timestamp.optional().meta({ description: 'Deliveries that were created before this time; now unless set' }),
  status: z.enum(['delivered', 'dead']).optional().meta({ description: 'Only those in this status; both unless set' }),
  eventType: EventName.optional().meta({ description: 'Only events of this type' }),
})

export const EventTypeRecord = z.object({
  type: EventName,
  description: z.string(),
  schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the body that webhooks are sent' }),
})

export type { EventType }
