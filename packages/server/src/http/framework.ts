import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Caller } from '@palate/core/keys/access.ts'
import { keyPrefix } from '@palate/core/keys/format.ts'
import type { Route } from '@palate/core/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Trace } from '../platform/tracing/tracing.ts'
import type { Services } from '../services.ts'
import type { RateHeaders } from './authentication/rate-limits.ts'
import { readBody } from './request/body.ts'
import { createClientAddress } from './request/client-address.ts'
import { refuseUnparsable } from './response/faults.ts'
import { createHttpServer } from './server.ts'

const paramCharactersMax = 4096

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if no route matches the path. */
    route: Route | undefined
    startedMs: number
    /** Behind a trusted proxy, this is not the address of the connection. */
    readonly clientAddress: string
    isLoggedAtEnd: boolean
    /** Undefined if tracing is off. */
    trace: Trace | undefined
    /** Aborts the work for this request, if it may take long. */
    work: AbortController | undefined
    /** The authenticated caller and what is left of its rate limit. */
    caller: Caller | undefined
    rateHeaders: RateHeaders | undefined
    /** The cookie of a session that this request renewed. */
    renewedCookie: string | undefined
  }
}

/** Fastify without routes, with our server, body parsers and request fields. */
export function createFramework(
  { config: { basePath, trustedProxies }, newId }: Services,
  sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
  limits: Parameters<typeof createHttpServer>[1],
): FastifyInstance {
  const app = Fastify({
    serverFactory: (handle) => createHttpServer(handle, limits),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, basePath),
    routerOptions: { maxParamLength: paramCharactersMax },
    frameworkErrors: sendError,
    genReqId: ({ headers }) => saneRequestId(headers) ?? newId('req'),
    clientErrorHandler: (error, socket) => refuseUnparsable(error, socket, newId('req')),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    async ({ route }: FastifyRequest, payload: IncomingMessage) => route && readBody(route, payload),
  )
  const clientAddressOf = createClientAddress(trustedProxies)
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return clientAddressOf(this.raw)
    },
  })
  for (const field of ['route', 'caller', 'rateHeaders', 'renewedCookie', 'work', 'trace'] as const) {
    app.decorateRequest(field, undefined)
  }
  app.decorateRequest('startedMs', 0)
  app.decorateRequest('isLoggedAtEnd', false)
  return app
}

/** Accepts paths with or without the prefix: a proxy may have removed it, and probes do not use it. */
function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/** The id is logged, so it must be short and plain and must not contain an API key. */
function saneRequestId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['x-request-id']
  if (typeof id !== 'string' || id.includes(keyPrefix)) return undefined
  return /^[A-Za-z0-9._:=+/@-]{1,128}$/.test(id) ? id : undefined
}
