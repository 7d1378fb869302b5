import { Fault } from '@palate/core/fault.ts'
import type { Route } from '@palate/core/route.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../hash.ts'
import { isoTime } from '../iso-time.ts'
import type { Call } from '../operations.ts'
import type { Services } from '../services.ts'
import type { Answer } from './answer.ts'
import type { Body } from './body.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { answerIdempotently } from './idempotent-write.ts'
import { type AnyHandler, answerOf } from './outcome.ts'
import { validate } from './validate.ts'

/** Validates, runs the handler (a write inside its transaction), and gives what is to be sent. */
export function createPerform({ store, clock }: Services) {
  return async function perform(
    id: OperationId,
    handler: AnyHandler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer> {
    const route: Route = routes[id]
    const { caller, headers } = request
    const body = request.body as Body | undefined
    const input = validate(route, { params: request.params, query: request.query, body: body?.value })
    const now = isoTime(clock().getTime())
    const signal = handler.isLongRunning || handler.respond ? goneAway(reply) : neverAborted
    const call = { ...input, caller, headers, now, db: store.read, signal } as Call<OperationId>
    if (route.method === 'GET') return answerOf(route, await handler(call))
    await handler.precheck?.(call)

    const key = route.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined
    if (key !== undefined && caller) {
      const asked = JSON.stringify([caller.projectId, request.url])
      const requestHash = sha256(Buffer.concat([Buffer.from(asked), body?.bytes ?? Buffer.alloc(0)])).toString('hex')
      const attempt = { accountId: caller.accountId, operation: id, key, requestHash }
      return answerIdempotently({ store, request: attempt, route, handler, call })
    }
    if (handler.isLongRunning) return answerOf(route, await handler(call))
    const outcome = await store.write((db) => handler({ ...call, db }))
    return answerOf(route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
  }
}

const neverAborted = new AbortController().signal

/** Aborts when the connection closes before the answer was sent whole. */
function goneAway(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Fault('unavailable', 'the client went away'))
  })
  return controller.signal
}
