import { Fault } from '@palate/core/fault.ts'
import type { Route } from '@palate/core/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../operations.ts'
import type { Services } from '../services.ts'
import { type Body, drain } from './request/body.ts'
import { type CheckedRequest, checkRequest, type ReceivedRequest } from './request/check-request.ts'
import type { HttpResponse } from './response/http-response.ts'
import { createRunOperation } from './run-operation.ts'

/** Handles large requests elsewhere, so that they do not delay others. */
export interface LargeRequests {
  /**
   * The response to a large request, or the checked request if the main thread does the rest. Undefined if the request
   * is not large. Calls `signal` only if it is.
   */
  take(
    operation: Operation,
    request: Omit<ReceivedRequest, 'signal'>,
    requestId: string,
    signal: () => AbortSignal,
  ): Promise<{ readonly answer: HttpResponse } | { readonly checked: CheckedRequest } | undefined>
}

/** Answers requests. `largeRequests` handles the large ones. */
export function createRequestHandler(services: Services, largeRequests?: LargeRequests) {
  const runOperation = createRunOperation(services)

  async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<HttpResponse> {
    const { url, params, query, headers, caller } = request
    const received = { url, params, query, headers, caller, body: request.body as Body | undefined }
    const taken = await largeRequests?.take(operation, received, request.id, () => goneAway(reply))
    if (taken && 'answer' in taken) return taken.answer
    const whole = { ...received, signal: goneAway(reply) }
    const checked = taken?.checked ?? (await checkRequest(operation, whole))
    return runOperation(operation, whole, checked).finally(checked.discard)
  }

  return async function handleRequest(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<HttpResponse> {
    if (!isStreamed(operation.route)) return answer(operation, request, reply)
    try {
      return await answer(operation, request, reply)
    } finally {
      // A handler may answer before it has read everything.
      if (!(await drain(request.raw)) && !reply.raw.headersSent) reply.raw.setHeader('connection', 'close')
    }
  }
}

function isStreamed({ body }: Route): boolean {
  return body !== undefined && body.kind !== 'json'
}

/**
 * Aborts when the client closes the connection before it has the whole response, and when the response is cut short.
 */
function goneAway(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.request.work = controller
  const gone = () => controller.abort(new Fault('unavailable', 'the client disconnected'))
  if (reply.raw.destroyed) gone()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone()
  })
  return controller.signal
}
