import { finished } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Fault } from '@palate/core/fault.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Operation } from '../operations.ts'
import { endTrace, inTrace, nowMs, startTrace, type Trace, type Tracer } from '../platform/tracing/tracing.ts'
import type { Services } from '../services.ts'
import { currentWork, workForAccount } from '../work/current-work.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import { createAccessLog } from './access-log.ts'
import { createRequestAuthenticator, type KeyService } from './authentication/authenticate-request.ts'
import { createKeylessLimit } from './authentication/keyless-limit.ts'
import { networkOf } from './authentication/networks.ts'
import { connectionOf } from './connections/client-connection.ts'
import { createCors } from './cors.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createFramework } from './framework.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { type Body, drain, jsonBody } from './request/body.ts'
import { type CheckedRequest, checkRequest, type ReceivedRequest } from './request/check-request.ts'
import { createScoringForms } from './request/scoring-form.ts'
import { createUnroutedRequests } from './requests-outside-routes.ts'
import { failurePageOf, faultOf, faultResponse } from './response/faults.ts'
import { type HttpResponse, isStream } from './response/http-response.ts'
import { createSendResponse, type SendResponse } from './response/send-response.ts'
import { createRunOperation } from './run-operation.ts'

/** Where `npm run build:dashboard` puts it, or where the package contains it. */
const builtDashboard = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))
/** How long a shutdown waits for requests whose clients have disconnected. */
const leftBehindMsMax = 2_000

/** Handles large requests elsewhere, so that they do not delay others. */
export interface LargeRequests {
  /**
   * The response to a large request, or the checked request if the main thread does the rest. Undefined if the request
   * is not large. Calls `signal` only if it is.
   */
  handleIfLarge(
    operation: Operation,
    request: Omit<ReceivedRequest, 'signal'>,
    signal: () => AbortSignal,
  ): Promise<{ readonly answer: HttpResponse } | { readonly checked: CheckedRequest } | undefined>
}

export interface AppOptions {
  readonly largeRequests?: LargeRequests | undefined
  readonly dashboardDir?: string | undefined
  /** For tests. */
  readonly connectionsMax?: number | undefined
  /** Whether clients should open another connection, perhaps to another process, for their next request. */
  readonly isStopping?: () => boolean
}

/** The HTTP server: binds each operation to its handler. */
export function createApp(
  operations: readonly Operation[],
  services: Services,
  keys: KeyService,
  { largeRequests, dashboardDir = builtDashboard, connectionsMax, isStopping = () => false }: AppOptions = {},
): FastifyInstance {
  const { log, config, metrics } = services
  const accessLog = createAccessLog(services)
  const inFlight = createInFlightRequests()
  metrics.beforeCollect(() => metrics.requestsInFlight.set(inFlight.count))
  const cors = createCors(config.corsOrigins)
  const keyless = createKeylessLimit(services)
  const dashboard = createDashboard(dashboardDir, config.basePath)
  const unrouted = createUnroutedRequests(operations, { dashboard, cors, keyless, basePath: config.basePath })
  const authenticator = createRequestAuthenticator(services, keys, keyless)
  const sendResponse = createSendResponse({
    log,
    basePath: config.basePath,
    onFinished: accessLog.add,
    isStopping,
    headersFor: cors.headersFor,
    watchKey: keys.watch,
  })
  const sendError = createSendError(services, sendResponse, authenticator)
  const app = createFramework(services, sendError, connectionsMax === undefined ? {} : { connectionsMax })
  app.addHook('onClose', async () => {
    await inFlight.drain(leftBehindMsMax)
    accessLog.close()
  })
  // A request without a route is 404 or 405, whatever else is wrong with it.
  app.setErrorHandler((error, request, reply) =>
    sendError(request.route ? error : unrouted.refusalOf(request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    const result = hasOneHost(request) ? unrouted.respondTo(request) : wrongHost()
    if (result instanceof Fault) sendError(result, request, reply)
    else sendResponse(request, reply, result)
  })

  const handleRequest = createRequestHandler(services, largeRequests)
  function serve(operation: Operation, request: FastifyRequest, reply: FastifyReply): void {
    inFlight.begin()
    const handle = () => handleRequest(operation, request, reply)
    // The body arrived in the context of the connection, not in that of the request.
    inTrace(request.trace, () =>
      workForAccount(ownerOf(request), async () =>
        operation.route.isSignIn ? authenticator.signIn(request, handle) : handle(),
      ),
    )
      .then((response) => sendResponse(request, reply, response))
      .catch((error) => sendError(error, request, reply))
      .then(inFlight.end)
  }
  const { tracer } = services
  for (const operation of operations) app.route(routeOf(operation, authenticator.authenticateRequest, serve, tracer))
  return app
}

/** Requests without a key take turns by the network that they come from. */
function ownerOf({ caller, clientAddress }: FastifyRequest): string {
  return caller?.accountId ?? networkOf(clientAddress)
}

type Refusals = Pick<ReturnType<typeof createRequestAuthenticator>, 'signInRefusalOf' | 'guessRefusalOf'>
type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function createSendError(
  services: Services,
  sendResponse: SendResponse,
  { signInRefusalOf, guessRefusalOf }: Refusals,
): SendError {
  function refusalOf(error: unknown, request: FastifyRequest): unknown {
    if (request.route?.isSignIn) return signInRefusalOf(error, request)
    return request.route?.isGuessable ? guessRefusalOf(error, request) : error
  }

  return (error, request, reply) => {
    const { id: requestId } = request
    try {
      const fault = faultOf(refusalOf(error, request), requestId, services)
      const isPage = request.route?.isNavigation && request.headers.accept?.includes('text/html')
      sendResponse(request, reply, isPage ? failurePageOf(fault) : faultResponse(fault, requestId))
    } catch (err) {
      // Close only this connection and keep the process running.
      services.log.error({ err, requestId }, 'could not send a response')
      reply.raw.destroy()
    }
  }
}

/** Authenticates a request before its body is read, and serves it afterwards. */
function routeOf(
  operation: Operation,
  authenticate: (request: FastifyRequest, done: (error?: Error) => void) => void,
  serve: (operation: Operation, request: FastifyRequest, reply: FastifyReply) => void,
  tracer: Tracer | undefined,
): RouteOptions {
  const { route } = operation
  return {
    method: route.method,
    url: route.path,
    onRequest(request, reply, next) {
      const done = (error?: Error) => next(error ?? refusalOfConnection(request))
      request.route = route
      request.startedMs = performance.now()
      if (!hasOneHost(request)) done(wrongHost())
      else if (!tracer || route.isProbe) authenticate(request, done)
      else inTrace(traceRequest(tracer, request, reply), () => authenticate(request, done))
    },
    preParsing(request, reply, payload, done) {
      if (expectsContinue(request)) reply.raw.writeContinue()
      done(null, payload)
    },
    handler: (request, reply) => serve(operation, request, reply),
  }
}

/** Before its body is read, a request is refused if its account already uses too many connections. */
function refusalOfConnection(request: FastifyRequest): Fault | undefined {
  if (connectionOf(request.raw.socket)?.assign(ownerOf(request)) ?? true) return undefined
  const headers = { 'retry-after': '1', connection: 'close' }
  return new Fault('unavailable', 'this account uses too many connections at once; use fewer', { headers })
}

/** Its span ends with the response. It has the route, and neither the path nor the query. */
function traceRequest(tracer: Tracer, request: FastifyRequest, { raw }: FastifyReply): Trace {
  const { traceparent } = request.headers
  const trace = startTrace(tracer, typeof traceparent === 'string' ? traceparent : undefined)
  request.trace = trace
  const startMs = nowMs()
  // Not the request itself, whose body may be large.
  const { method, route, id } = request
  raw.once('close', () => {
    const path = route?.path ?? ''
    const attributes = {
      'http.request.method': method,
      'http.route': path,
      'http.response.status_code': raw.statusCode,
      'palate.request_id': id,
    }
    const isError = raw.statusCode >= 500
    endTrace(trace, { name: `${method} ${path}`, kind: 'server', startMs, attributes, isError })
  })
  return trace
}

/** With two, this service and a proxy in front of it could disagree on which one counts. HTTP/1.0 needs none. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host')
  const isOptional = raw.httpVersionMajor !== 1 || raw.httpVersionMinor !== 1
  return hosts.length === 1 || (hosts.length === 0 && isOptional)
}

function wrongHost(): Fault {
  return new Fault('invalid_request', 'HTTP/1.1 requires exactly one Host header')
}

function expectsContinue({ headers: { expect } }: FastifyRequest): boolean {
  return expect?.toLowerCase() === '100-continue'
}

/** Checks a request and runs its operation, or lets `largeRequests` do it. */
export function createRequestHandler(
  services: Pick<Services, 'store' | 'clock' | 'newId' | 'log'>,
  largeRequests?: LargeRequests,
) {
  const runOperation = createRunOperation(services)
  const forms = createScoringForms()

  async function respond(operation: Operation, received: Received, reply: FastifyReply): Promise<HttpResponse> {
    const yielded = yieldIfLong(currentWork())
    if (yielded) await yielded
    const taken = await largeRequests?.handleIfLarge(operation, received, () => clientSignal(reply))
    if (taken && 'answer' in taken) return taken.answer
    const whole = { ...received, signal: clientSignal(reply) }
    const checked = taken?.checked ?? (await checkRequest(operation, whole))
    return runOperation(operation, whole, checked).finally(checked.discard)
  }

  /** Reads the form when there is memory for its pictures, which are kept until the last of them is scored or stored. */
  async function respondToForm(operation: Operation, received: Received, reply: FastifyReply): Promise<HttpResponse> {
    const { body, caller } = received
    if (!body?.form || !caller) return respond(operation, received, reply)
    const { request, pictures, release } = await forms.read(body.form, caller.accountId, clientSignal(reply))
    try {
      const response = await respond(operation, { ...received, body: jsonBody(request), pictures }, reply)
      // A stored batch has its own copies; the response of other operations is made while it is sent.
      if (isStream(response.body) && !operation.handler.respond) finished(response.body, release)
      else release()
      return response
    } catch (error) {
      release()
      throw error
    }
  }

  return async function handleRequest(operation: Operation, request: FastifyRequest, reply: FastifyReply) {
    const { id: requestId, clientAddress: address, url, params, query, headers, caller } = request
    const body = request.body as Body | undefined
    const received = { requestId, address, url, params, query, headers, caller, body }
    const { body: rule } = operation.route
    const wasRead = !body?.form && (!rule || rule.kind === 'json')
    if (wasRead) return respond(operation, received, reply)
    try {
      return await respondToForm(operation, received, reply)
    } finally {
      // A handler may respond before it has read everything.
      if (!(await drain(request.raw)) && !reply.raw.headersSent) reply.raw.setHeader('connection', 'close')
    }
  }
}

type Received = Omit<ReceivedRequest, 'signal'>

/**
 * Aborts when the client closes the connection before it has the whole response, and when the response is cut short.
 */
function clientSignal({ request, raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  request.work = controller
  const abort = () => controller.abort(new Fault('unavailable', 'the client disconnected'))
  if (raw.destroyed) abort()
  raw.once('close', () => {
    if (!raw.writableFinished) abort()
  })
  return controller.signal
}
