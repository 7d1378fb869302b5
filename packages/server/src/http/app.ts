import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { keyPrefix } from '@palate/core/keys/format.ts'
import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Handlers, type Operation, operationsOf } from '../operations.ts'
import type { Services } from '../services.ts'
import { createAccessLog } from './access-log.ts'
import { createRequestAuthenticator, type KeyService } from './authentication/authenticate-request.ts'
import { createKeylessLimit } from './authentication/keyless-limit.ts'
import type { RateHeaders } from './authentication/rate-limits.ts'
import { createUnsentResponses } from './connections/unsent-responses.ts'
import { createCors } from './cors.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { createAllowedMethods } from './methods.ts'
import { missingRoute, pathOf, withoutBasePath } from './paths.ts'
import { createRequestHandler, type LargeRequests } from './perform.ts'
import { readBody } from './request/body.ts'
import { createClientAddress } from './request/client-address.ts'
import { faultOf, faultResponse, refuseUnparsable } from './response/faults.ts'
import { createSendResponse } from './response/send-response.ts'
import { createHttpServer } from './server.ts'

const paramCharactersMax = 4096
/** Where `npm run build:dashboard` puts it, or where the package contains it. */
const builtDashboard = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))
/** How long a shutdown waits for requests whose clients have disconnected. */
const leftBehindMsMax = 2_000

/** The HTTP server: binds every operation of the route table to its handler. */
export function createApp(
  services: Services,
  handlers: Handlers<OperationId>,
  keys: KeyService,
  largeRequests: LargeRequests,
  dashboardDir?: string,
): FastifyInstance {
  return createAppOf(operationsOf(handlers), services, keys, largeRequests, dashboardDir)
}

/** An app with any set of operations, including those of a test. */
export function createAppOf(
  operations: readonly Operation[],
  services: Services,
  keys: KeyService,
  largeRequests?: LargeRequests,
  dashboardDir = builtDashboard,
): FastifyInstance {
  const { log, newId } = services
  const accessLog = createAccessLog(services)
  const inFlight = createInFlightRequests()
  let stopping = false
  const unsent = createUnsentResponses((network, bytes) =>
    log.warn({ network, bytes }, 'closed a connection: clients have left too many response bytes unread'),
  )
  const { basePath, corsOrigins, trustedProxies } = services.config
  const cors = createCors(corsOrigins)
  const sendResponse = createSendResponse({
    log,
    unsent,
    basePath,
    note: accessLog.add,
    isStopping: () => stopping,
    headersFor: cors.headersFor,
    watchKey: keys.watch,
  })
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendResponse(request, reply, faultResponse(faultOf(error, request.id, services), request.id))

  /** If even an error cannot be sent, close only this connection and keep the process running. */
  const hangUp = (error: unknown, { id: requestId }: FastifyRequest, { raw }: FastifyReply) => {
    log.error({ err: error, requestId }, 'could not send a response')
    raw.destroy()
  }

  const app = Fastify({
    serverFactory: (handle) => createHttpServer(handle),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, basePath),
    routerOptions: { maxParamLength: paramCharactersMax },
    frameworkErrors: sendError,
    genReqId: ({ headers }) => saneRequestId(headers) ?? newId('req'),
    clientErrorHandler: (error, socket) => refuseUnparsable(error, socket, newId('req')),
  })
  // By default Node answers an unknown Expect with a bare 417. HTTP allows servers to ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // By default Node requests the body before the request has been authenticated.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onClose', async () => {
    await inFlight.drain(leftBehindMsMax)
    accessLog.close()
  })
  const allowedMethods = createAllowedMethods(operations.map(({ route }) => route))
  const keyless = createKeylessLimit(services)
  const dashboard = createDashboard(dashboardDir, basePath)
  const notFound = (request: FastifyRequest) =>
    keyless.refusalOf(request) ?? missingRoute(pathOf(request.url), allowedMethods(pathOf(request.url)))
  /** Dashboard pages and CORS preflight responses are not in the route table. */
  function serveUnrouted(request: FastifyRequest, reply: FastifyReply): void {
    const { method, headers } = request
    const path = pathOf(request.url)
    const response = dashboard.respondTo({ method, path, headers }) ?? cors.preflight(request, allowedMethods(path))
    const refusal = response && keyless.refusalOf(request)
    if (response && !refusal) sendResponse(request, reply, response)
    else sendError(refusal ?? notFound(request), request, reply)
  }
  const authenticator = createRequestAuthenticator(services, keys, keyless)
  const { authenticateRequest, faultOfSignIn, signIn, signInRefusalOf } = authenticator
  app.setErrorHandler((error, request, reply) => {
    // A request without a route is 404 or 405, whatever else is wrong with it.
    if (!request.route) return sendError(notFound(request), request, reply)
    sendError(request.route.isSignIn ? signInRefusalOf(error, request) : error, request, reply)
  })
  app.setNotFoundHandler(serveUnrouted)

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
  app.decorateRequest('route', undefined)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('rateHeaders', undefined)
  app.decorateRequest('renewedCookie', undefined)
  app.decorateRequest('startedMs', 0)
  app.decorateRequest('isLoggedAtEnd', false)
  app.decorateRequest('work', undefined)
  const handleRequest = createRequestHandler(services, largeRequests)

  for (const operation of operations) {
    const { route } = operation
    app.route({
      method: route.method,
      url: route.path,
      onRequest(request, _reply, done) {
        request.route = route
        request.startedMs = performance.now()
        if (isWithoutHost(request)) done(new Fault('invalid_request', 'HTTP/1.1 requires a Host header'))
        else if (route.access === 'key') authenticateRequest(request, done)
        else done(route.isSignIn ? faultOfSignIn(request) : keyless.refusalOf(request))
      },
      preParsing(request, reply, payload, done) {
        if (expectsContinue(request)) reply.raw.writeContinue()
        done(null, payload)
      },
      handler(request, reply) {
        inFlight.begin()
        const work = () => handleRequest(operation, request, reply)
        Promise.resolve(route.isSignIn ? signIn(request, work) : work())
          .then((response) => sendResponse(request, reply, response))
          .catch((error) => sendError(route.isSignIn ? signInRefusalOf(error, request) : error, request, reply))
          .catch((error) => hangUp(error, request, reply))
          .then(inFlight.end)
      },
    })
  }
  return app
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if no route matches the path. */
    route: Route | undefined
    startedMs: number
    /** Behind a trusted proxy, this is not the address of the connection. */
    readonly clientAddress: string
    isLoggedAtEnd: boolean
    /** Aborts the work for this request, if it may take long. */
    work: AbortController | undefined
    /** The authenticated caller and what is left of its rate limit. */
    caller: Caller | undefined
    rateHeaders: RateHeaders | undefined
    /** The cookie of a session that this request renewed. */
    renewedCookie: string | undefined
  }
}

function isWithoutHost({ raw, headers }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersionMajor === 1 && raw.httpVersionMinor === 1
}

function expectsContinue({ headers: { expect } }: FastifyRequest): boolean {
  return expect?.toLowerCase() === '100-continue'
}

/** The id is logged, so it must be short and plain and must not contain an API key. */
function saneRequestId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['x-request-id']
  if (typeof id !== 'string' || id.includes(keyPrefix)) return undefined
  return /^[A-Za-z0-9._:=+/@-]{1,128}$/.test(id) ? id : undefined
}
