import { type EventType, eventCatalogue, eventTypes, payloadOf } from '../webhooks/events.ts'
import { eventExample } from '../webhooks/examples.ts'
import { schemaPath } from './json-schemas.ts'
import type { OperationObject } from './objects.ts'

/** The schema of each event as sent to webhooks, by name: `ProfileCreatedEvent` … */
export const eventSchemas = Object.fromEntries(eventTypes.map((type) => [`${pascalCase(type)}Event`, payloadOf(type)]))

/** The requests that a webhook's receiver gets, and the responses that are expected from it. */
export function describeEvents(): Readonly<Record<string, { readonly post: OperationObject }>> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: eventOperation(type) }]))
}

function eventOperation(type: EventType): OperationObject {
  const { when } = eventCatalogue[type]
  const name = pascalCase(type)
  return {
    operationId: `on${name}`,
    tags: ['Events'],
    summary: when,
    description: `Sent to webhooks that subscribe to \`${type}\`. Delivered at least once: use \`webhook-id\` to recognise repeats.`,
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: schemaPath(`${name}Event`) }, example: eventExample(type) } },
    },
    responses: {
      '2XX': { description: 'The event was received' },
      '4XX': { description: 'The event is retried later; 410 disables the webhook' },
      '5XX': { description: 'The event is retried later' },
    },
  }
}

const signatureHeaders = {
  'webhook-id': "The event's id, the same in every attempt and replay",
  'webhook-timestamp': 'Time of the attempt in seconds since 1970',
  'webhook-signature': 'Standard Webhooks: `v1,` followed by a base64 HMAC-SHA256, one for each secret',
}

function pascalCase(type: EventType): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
