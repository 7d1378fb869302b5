import type { FastifyRequest } from 'fastify'
import type { HttpResponse } from './response/http-response.ts'

const maxAgeSeconds = 7200

/**
 * Headers that a page of another origin may send. Not X-Palate-Request: such a page uses a key, and must not be able to
 * use a signed-in user's cookie.
 */
const requestHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'X-Request-Id',
]

const responseHeaders = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

type Headers = Readonly<Record<string, string>>

export type Cors = ReturnType<typeof createCors>

/** Lets pages of these origins call the API with a key, but never with a cookie. */
export function createCors(origins: readonly string[]) {
  function isAllowed({ headers: { origin } }: FastifyRequest): boolean {
    return origin !== undefined && origins.includes(origin)
  }

  return {
    /** Added to every response. */
    headersFor(request: FastifyRequest): Headers | undefined {
      if (origins.length === 0) return undefined
      if (!isAllowed(request)) return { vary: 'Origin' }
      return {
        vary: 'Origin',
        'access-control-allow-origin': request.headers.origin ?? '',
        'access-control-expose-headers': responseHeaders.join(', '),
      }
    },

    /** The response to a preflight request; undefined if the request is not one, or not allowed. */
    preflight(request: FastifyRequest, methods: readonly string[]): HttpResponse | undefined {
      const wantedMethod = request.headers['access-control-request-method']
      if (request.method !== 'OPTIONS' || wantedMethod === undefined || !isAllowed(request)) return undefined
      if (methods.length === 0) return undefined
      const headers = {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': requestHeaders.join(', '),
        'access-control-max-age': String(maxAgeSeconds),
      }
      return { status: 204, mediaType: '', body: null, headers }
    },
  }
}
