import { z } from 'zod'
import { type FaultCode, faults } from './fault.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Alternative, Route } from './route.ts'
import { routes } from './routes.ts'
import { type EventType, eventCatalogue, eventTypes, payloadSchemaOf } from './webhooks/events.ts'

/** The API description (OpenAPI 3.1), made from the route table. */
export function describeApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(operationId, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palate',
      version,
      description: "A team's taste as a profile under version control, and scores of new frames against it.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: sendingOf(type) }])),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `plt_…`' } },
      schemas: { Problem: jsonSchemaOf(Problem, 'output') },
    },
  }
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(faults) as [FaultCode, ...FaultCode[]]),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** What a receiver is sent for a type of event, and what is expected of it. */
function sendingOf(type: EventType) {
  return {
    summary: eventCatalogue[type].when,
    security: [],
    parameters: Object.entries(sentHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: payloadSchemaOf(type) } } },
    responses: { '2XX': { description: 'Received; anything else is tried again' } },
  }
}

const sentHeaders = {
  'webhook-id': "The event's id, the same whenever it is sent again",
  'webhook-timestamp': 'Seconds since 1970 at the attempt',
  'webhook-signature': 'Standard Webhooks: `v1,` and base64 of HMAC-SHA256, once for each secret',
}

function operationOf(operationId: string, route: Route) {
  const optional = route.bodyOptional === true
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.access === 'open' && { security: [] }),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query'), ...headersOf(route)],
    ...(route.body && {
      requestBody: {
        required: !optional,
        content: { 'application/json': { schema: jsonSchemaOf(route.body, 'input') } },
      },
    }),
    responses: { ...answersOf(route), ...problemsOf(route) },
  }
}

/** The good answers by status, each in the forms that it can have. */
function answersOf({ status, mediaType = 'application/json', reply, alternatives = [] }: Route) {
  const all: readonly Alternative[] = [{ status, description: 'Done', content: { mediaType, reply } }, ...alternatives]
  const byStatus = [...Map.groupBy(all, (one) => one.status)].map(([status, some]) => {
    const content = some.flatMap((one) => (one.content ? [one.content] : []))
    const forms = content.map((one) => [one.mediaType, { schema: jsonSchemaOf(one.reply, 'output') }])
    const answer = {
      description: some.map(({ description }) => description).join('; '),
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
      ...(forms.length > 0 && { content: Object.fromEntries(forms) }),
    }
    return [status, answer] as const
  })
  return Object.fromEntries(byStatus)
}

/** Every fault that the route can answer with, those that any route of its kind shares included, by status. */
function problemsOf(route: Route): Record<string, unknown> {
  const shared: FaultCode[] = ['internal']
  if (route.params || route.query || route.body) shared.push('invalid_request')
  if (route.body) shared.push('invalid_json', 'body_too_large', 'unsupported_media_type')
  if (route.method === 'POST') shared.push('idempotency_conflict')
  if (route.access === 'key') {
    shared.push(
      'missing_api_key',
      'invalid_api_key',
      'expired_api_key',
      'revoked_api_key',
      'rate_limited',
      'unavailable',
    )
  }
  const codes = [...new Set([...route.faults, ...shared])]
  const byStatus = Map.groupBy(codes, (code) => faults[code][0])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      { description: some.map((code) => `\`${code}\``).join(', '), content },
    ]),
  )
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member,
  }))
}

function headersOf(route: Route) {
  const idempotency = { 'Idempotency-Key': 'The same key and body within 24 hours give the same answer again' }
  const headers = { ...route.headers, ...(route.method === 'POST' && idempotency) }
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}
