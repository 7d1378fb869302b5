import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../hash.ts'
import { isoTime } from '../iso-time.ts'
import type { Call, Operation } from '../operations.ts'
import type { Services } from '../services.ts'
import type { WriteOptions } from '../store/store.ts'
import type { Answer } from './answer.ts'
import { type Body, drain } from './body.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { answerIdempotently } from './idempotent-write.ts'
import { answerOf } from './outcome.ts'
import { validate } from './validate.ts'

/** Validates, runs the handler (a write inside its transaction), and gives the answer to send. */
export function createPerform({ store, clock }: Services) {
  async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const { id, route, schemas, handler } = operation
    const { caller, headers } = request
    const body = request.body as Body | undefined
    const input = validate(route, schemas, { params: request.params, query: request.query, body: body?.value })
    const now = isoTime(clock().getTime())
    const signal = handler.isLongRunning || handler.respond ? goneAway(reply) : neverAborted
    const call = { ...input, caller, headers, now, db: store.read, signal } as Call<OperationId>
    if (route.method === 'GET') return answerOf(route, await handler(call))
    await handler.precheck?.(call)
    const row = rowOf(caller, request.params)

    const key = route.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined
    if (key !== undefined && caller) {
      const asked = JSON.stringify([caller.projectId, request.url])
      const bytes = (await body?.bytes()) ?? Buffer.alloc(0)
      const requestHash = sha256(Buffer.concat([Buffer.from(asked), bytes])).toString('hex')
      const attempt = { accountId: caller.accountId, operation: id, key, requestHash }
      return answerIdempotently({ store, request: attempt, route, handler, call, row })
    }
    if (handler.isLongRunning) return answerOf(route, await handler(call))
    // A client that sends slowly must not hold a transaction open.
    await body?.bytes()
    const outcome = await store.write((db) => handler({ ...call, db }), { row })
    return answerOf(route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
  }

  return async function perform(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    if (operation.route.body?.kind !== 'stream') return answer(operation, request, reply)
    try {
      return await answer(operation, request, reply)
    } finally {
      // A handler may answer before it has read everything.
      if (!(await drain(request.raw)) && !reply.raw.headersSent) reply.raw.setHeader('connection', 'close')
    }
  }
}

/** What the path names, such as a profile: a write locks it first. */
function rowOf(caller: Caller | undefined, params: unknown): WriteOptions['row'] {
  const [id] = Object.values(params as Readonly<Record<string, string>>)
  return caller && id !== undefined ? { accountId: caller.accountId, id } : undefined
}

const neverAborted = new AbortController().signal

/** Aborts when the client closes the connection before it has the whole answer. */
function goneAway(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Fault('unavailable', 'the client went away'))
  })
  return controller.signal
}
