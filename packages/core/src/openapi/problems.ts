import { type FaultCode, faults } from '../fault.ts'
import type { Route } from '../route.ts'
import { schemaPath } from './json-schemas.ts'
import type { ResponseObject } from './objects.ts'

/** The problems that an operation can return, by status: its own and the shared ones. */
export function describeProblems(route: Route, own: readonly FaultCode[]): Record<string, ResponseObject> {
  const codes = new Set([...own, ...sharedBy.filter(({ applies }) => applies(route)).flatMap(({ codes }) => codes)])
  const content = { 'application/problem+json': { schema: { $ref: schemaPath('Problem') } } }
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => faults[code][0])].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((code) => `\`${code}\`: ${faults[code][1]}`).join('; '),
        headers: { ...requestIdHeader, ...headersByStatus[status] },
        content,
      },
    ]),
  )
}

/** Every response has it. */
export const requestIdHeader = {
  'X-Request-Id': {
    description: 'Identifies the request in logs and errors',
    required: true,
    schema: { type: 'string' },
  },
} as const

const headersByStatus: Readonly<Record<number, ResponseObject['headers']>> = {
  401: {
    'WWW-Authenticate': { description: 'Authentication scheme: `Bearer`', required: true, schema: { type: 'string' } },
  },
  429: {
    'Retry-After': { description: 'Seconds to wait before retrying', required: true, schema: { type: 'integer' } },
  },
}

const sharedBy: readonly { readonly applies: (route: Route) => boolean; readonly codes: readonly FaultCode[] }[] = [
  {
    applies: () => true,
    codes: ['invalid_request', 'request_timeout', 'rate_limited', 'headers_too_large', 'internal'],
  },
  { applies: ({ body }) => body?.kind === 'json', codes: ['invalid_json'] },
  { applies: ({ method }) => method !== 'GET', codes: ['body_too_large'] },
  { applies: ({ body }) => body !== undefined, codes: ['unsupported_media_type'] },
  { applies: ({ access, method }) => access === 'key' && method === 'POST', codes: ['idempotency_conflict'] },
  { applies: ({ access, method }) => access === 'key' && method !== 'GET', codes: ['request_header_missing'] },
  {
    applies: ({ access }) => access === 'key',
    codes: [
      'missing_api_key',
      'invalid_api_key',
      'expired_api_key',
      'revoked_api_key',
      'scope_forbidden',
      'unavailable',
    ],
  },
]
