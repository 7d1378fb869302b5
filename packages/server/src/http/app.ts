import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { keyPrefix } from '@palate/core/keys/format.ts'
import { bodyBytesMax, type OperationId, type Route, routes } from '@palate/core/routes.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isoTime } from '../iso-time.ts'
import type { Handlers } from '../operations.ts'
import type { Services } from '../services.ts'
import { authenticate, type FindKey } from './authenticate.ts'
import { readJsonBody } from './body.ts'
import { answerFault, answerUnparsable, faultOf } from './faults.ts'
import { createFailureCounter, rateHeaders, rateLimited } from './limits.ts'
import { allowedMethods } from './methods.ts'
import { type AnyHandler, perform } from './perform.ts'

/** How requests are signed in and counted; the keys feature provides it. */
export interface SignIn {
  readonly findKey: FindKey
  /** Counts a request of the caller and tells how many it has made in this minute. */
  readonly count: (caller: Caller, nowMs: number) => number
}

const requestTimeoutMs = 120_000
const paramCharactersMax = 4096

/** The HTTP face: binds every operation of the route table to its handler. */
export function createApp(services: Services, handlers: Handlers<OperationId>, signIn: SignIn): FastifyInstance {
  const { log, metrics, clock, newId } = services
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: what is logged of a request names it by its id.
    childLoggerFactory: (logger) => logger,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: paramCharactersMax },
    frameworkErrors: (error, request, reply) => answerFault(faultOf(error, request.id, log), request.id, reply),
    genReqId: ({ headers }) => saneRequestId(headers) ?? newId('req'),
    clientErrorHandler: (error, socket) => answerUnparsable(error, socket, newId('req')),
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    done()
  })
  // At the stop whoever was still being served is told to take another connection for the next request.
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.noteRequest(method, route, status, elapsedTime / 1000)
    const { accountId, keyId } = request.caller ?? {}
    log.info({ requestId, method, route, status, ms: Math.round(elapsedTime * 100) / 100, accountId, keyId }, 'request')
    done()
  })
  // Left alone, Node answers an Expect that it does not know with a bare 417; HTTP allows to pass over it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler((error, request, reply) => {
    const { id } = request
    if (!services.store.isUnavailable(error)) return answerFault(faultOf(error, id, log), id, reply)
    log.warn({ err: error, requestId: id }, 'the store does not answer')
    return answerFault(new Fault('unavailable', 'the store does not answer; try again'), id, reply)
  })
  app.setNotFoundHandler((request, reply) => answerFault(notFound(request), request.id, reply))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) => {
    const route: Route | undefined = request.routeOptions.config.route
    return readJsonBody(payload, route?.bodyBytesMax ?? bodyBytesMax)
  })

  const isTooManyFailures = createFailureCounter(services.config.authFailures)
  app.decorateRequest('caller', undefined)

  /** Signs the request in and counts it, before anything of its body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const nowMs = clock().getTime()
    const caller = await authenticate(request.headers.authorization, signIn.findKey, isoTime(nowMs)).catch((error) => {
      const failed = error instanceof Fault && error.status === 401 && error.code !== 'missing_api_key'
      if (failed && isTooManyFailures(request.ip, nowMs)) {
        throw rateLimited('too many failed sign-ins from this address', nowMs)
      }
      throw error
    })
    request.caller = caller
    const { rateLimit } = services.config
    const used = signIn.count(caller, nowMs)
    reply.headers(rateHeaders(rateLimit, used, nowMs))
    if (used > rateLimit) throw rateLimited(`the key may make ${rateLimit} requests a minute`, nowMs)
  }

  for (const id of Object.keys(routes) as OperationId[]) {
    const route: Route = routes[id]
    app.route({
      method: route.method,
      url: route.path,
      config: { route },
      ...(route.access === 'key' && { onRequest: admit }),
      handler: (request, reply) => perform(services, id, handlers[id] as AnyHandler, request, reply, request.caller),
    })
  }
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    /** Whoever signed in. */
    caller: Caller | undefined
  }
}

function notFound(request: FastifyRequest): Fault {
  const path = request.url.split('?')[0] ?? ''
  const allowed = allowedMethods(path)
  if (allowed.length === 0) return new Fault('route_not_found', 'there is nothing at this path')
  const allow = allowed.join(', ')
  return new Fault('method_not_allowed', `${path.slice(0, 200)} takes ${allow}`, { headers: { allow } })
}

/** An id goes into the log, so it must be short and plain, and a key that was put in its place is not one. */
function saneRequestId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['x-request-id']
  if (typeof id !== 'string' || id.includes(keyPrefix)) return undefined
  return /^[A-Za-z0-9._:-]{1,128}$/.test(id) ? id : undefined
}
