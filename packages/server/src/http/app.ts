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
import type { Call, Handlers, Outcome } from '../operations.ts'
import { type Services, sha256 } from '../services.ts'
import { authenticate, type FindKey } from './authenticate.ts'
import { type Body, readJsonBody } from './body.ts'
import { answerFault, answerUnparsable, faultOf } from './faults.ts'
import { type Answer, type Attempt, readIdempotencyKey, recall, remember, stillRunning } from './idempotency.ts'
import { createFailureCounter, rateHeaders, rateLimited } from './limits.ts'
import { allowedMethods } from './methods.ts'
import { validate } from './validate.ts'

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
    const { accountId, keyId } = callers.get(request) ?? {}
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
  const callers = new WeakMap<FastifyRequest, Caller>()

  /** Signs the request in and counts it, before anything of its body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const now = clock()
    const caller = await authenticate(request.headers.authorization, signIn.findKey, now.toISOString()).catch(
      (error) => {
        const failed = error instanceof Fault && error.status === 401 && error.code !== 'missing_api_key'
        if (failed && isTooManyFailures(request.ip, now.getTime())) {
          throw rateLimited('too many failed sign-ins from this address', now.getTime())
        }
        throw error
      },
    )
    callers.set(request, caller)
    const { rateLimit } = services.config
    const used = signIn.count(caller, now.getTime())
    reply.headers(rateHeaders(rateLimit, used, now.getTime()))
    if (used > rateLimit) throw rateLimited(`the key may make ${rateLimit} requests a minute`, now.getTime())
  }

  for (const id of Object.keys(routes) as OperationId[]) {
    const route: Route = routes[id]
    app.route({
      method: route.method,
      url: route.path,
      config: { route },
      ...(route.access === 'key' && { onRequest: admit }),
      handler: (request, reply) => perform(services, id, handlers[id] as Handler, request, reply, callers.get(request)),
    })
  }
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
}

type Handler = (call: Call<OperationId>) => Promise<Outcome<OperationId>>
const running = new Set<string>()

/** Validates, runs the handler (a write inside its transaction), and sends what came of it. */
async function perform(
  services: Services,
  id: OperationId,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<unknown> {
  const route: Route = routes[id]
  const body = request.body as Body | undefined
  const input = validate(route, { params: request.params, query: request.query, body: body?.value })
  const now = services.clock().toISOString()
  const call = { ...input, caller, headers: request.headers, now, db: services.store.read } as Call<OperationId>
  if (route.method === 'GET') return send(reply, route, await handler(call))

  const key = route.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  if (key === undefined || !caller) {
    return send(reply, route, await services.store.write((db) => handler({ ...call, db })))
  }
  const asked = JSON.stringify([caller.projectId, request.url])
  const requestHash = sha256(Buffer.concat([Buffer.from(asked), body?.bytes ?? Buffer.alloc(0)])).toString('hex')
  const attempt = { accountId: caller.accountId, operation: id, key, requestHash }
  return alone(attempt, async () => {
    const done = await services.store.write((db) => performOnce(attempt, route, handler, { ...call, db }))
    if (done.kind === 'done') return send(reply, route, done.outcome)
    reply.code(done.answer.status).headers({ ...done.answer.headers, 'idempotency-replayed': 'true' })
    return reply.type('application/json; charset=utf-8').send(done.answer.body)
  })
}

async function performOnce(attempt: Attempt, route: Route, handler: Handler, call: Call<OperationId>) {
  const answer = await recall(call.db, attempt, call.now)
  if (answer) return { kind: 'replayed', answer } as const
  const outcome = await handler(call)
  await remember(call.db, attempt, answerOf(route, outcome))
  return { kind: 'done', outcome } as const
}

function answerOf(route: Route, outcome: Outcome<OperationId>): Answer {
  const { status = route.status, headers = {}, body, replay = body } = outcome
  return { status, headers, body: JSON.stringify(replay) }
}

/** Refuses a second request with the same idempotency key while the first one runs in this process. */
async function alone<Result>({ accountId, operation, key }: Attempt, work: () => Promise<Result>): Promise<Result> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}

function send(reply: FastifyReply, route: Route, { status = route.status, headers = {}, body }: Outcome<OperationId>) {
  reply.code(status).headers(headers)
  if (body === null) return reply.send()
  reply.type(route.mediaType ?? 'application/json; charset=utf-8')
  if (typeof body === 'string' || 'pipe' in body) return reply.send(body)
  return reply.send(JSON.stringify(body))
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
