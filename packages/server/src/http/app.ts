import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { keyPrefix } from '@palate/core/keys/format.ts'
import { bodyBytesMax, type Route } from '@palate/core/route.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Handlers } from '../operations.ts'
import type { Services } from '../services.ts'
import { createAdmission, type SignIn } from './admit.ts'
import { createSendAnswer } from './answer.ts'
import { readJsonBody } from './body.ts'
import { answerUnparsable, faultAnswer, faultOf } from './faults.ts'
import type { RateHeaders } from './limits.ts'
import { allowedMethods } from './methods.ts'
import { createRequestNotes } from './notes.ts'
import type { AnyHandler } from './outcome.ts'
import { createPerform } from './perform.ts'

const requestTimeoutMs = 120_000
const paramCharactersMax = 4096

/** The HTTP face: binds every operation of the route table to its handler. */
export function createApp(services: Services, handlers: Handlers<OperationId>, signIn: SignIn): FastifyInstance {
  const { log, newId } = services
  const notes = createRequestNotes(services)
  let stopping = false
  const sendAnswer = createSendAnswer(log, notes.note, () => stopping)
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendAnswer(request, reply, faultAnswer(faultOf(error, request.id, services), request.id))

  const app = Fastify({
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: paramCharactersMax },
    frameworkErrors: answerError,
    genReqId: ({ headers }) => saneRequestId(headers) ?? newId('req'),
    clientErrorHandler: (error, socket) => answerUnparsable(error, socket, newId('req')),
  })
  // Left alone, Node answers an Expect that it does not know with a bare 417; HTTP allows to pass over it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onClose', (_app, done) => {
    notes.close()
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound(request), request, reply))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    async ({ route }: FastifyRequest, payload: IncomingMessage) =>
      route && readJsonBody(payload, route.bodyBytesMax ?? bodyBytesMax),
  )

  app.decorateRequest('route', undefined)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('rateHeaders', undefined)
  app.decorateRequest('startedMs', 0)
  app.decorateRequest('isNotedAtEnd', false)
  const admit = createAdmission(services, signIn)
  const perform = createPerform(services, sendAnswer)

  for (const id of Object.keys(routes) as OperationId[]) {
    const route: Route = routes[id]
    const handler = handlers[id] as AnyHandler
    app.route({
      method: route.method,
      url: route.path,
      onRequest(request, _reply, done) {
        request.route = route
        request.startedMs = performance.now()
        if (route.access === 'key') admit(request, done)
        else done()
      },
      handler(request, reply) {
        perform(id, handler, request, reply).catch((error) => answerError(error, request, reply))
      },
    })
  }
  return app
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where there is none at the path. */
    route: Route | undefined
    startedMs: number
    isNotedAtEnd: boolean
    /** Whoever signed in, and what is left of their minute. */
    caller: Caller | undefined
    rateHeaders: RateHeaders | undefined
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
