import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '@palate/core/keys/access.ts'
import type { OperationId } from '@palate/core/routes.ts'
import { sha256 } from '../hash.ts'
import { isoTime } from '../iso-time.ts'
import type { Call, Operation } from '../operations.ts'
import type { Services } from '../services.ts'
import type { WriteOptions } from '../store/store.ts'
import type { Answer } from './answer.ts'
import type { Body } from './body.ts'
import { type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import { answerIdempotently } from './idempotent-write.ts'
import { answerOf } from './outcome.ts'
import { validate } from './validate.ts'

/** A request without its connection. */
export interface ReceivedRequest {
  readonly url: string
  readonly params: unknown
  readonly query: unknown
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller | undefined
  readonly body: Body | undefined
  /** Aborted when the client goes away before the answer. */
  readonly signal: AbortSignal
}

export interface CheckedRequest {
  readonly input: ReturnType<typeof validate>
  /** Set if the request has an Idempotency-Key. */
  readonly attempt: IdempotentRequest | undefined
}

/** Reads and validates the body, the path and the query. */
export async function checkRequest(
  { id, route, schemas }: Pick<Operation, 'id' | 'route' | 'schemas'>,
  { url, params, query, headers, caller, body }: ReceivedRequest,
): Promise<CheckedRequest> {
  const input = validate(route, schemas, { params, query, body: body?.value() })
  const key = route.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined
  if (key === undefined || !caller) return { input, attempt: undefined }
  const asked = Buffer.from(JSON.stringify([caller.projectId, url]))
  const bytes = (await body?.bytes()) ?? Buffer.alloc(0)
  const requestHash = sha256(Buffer.concat([asked, bytes])).toString('hex')
  return { input, attempt: { accountId: caller.accountId, operation: id, key, requestHash } }
}

/** Runs the handler (a write inside its transaction), and gives the answer to send. */
export function createAnswerRequest({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  return async function answerRequest(
    { route, handler }: Operation,
    { params, headers, caller, body, signal }: ReceivedRequest,
    { input, attempt }: CheckedRequest,
  ): Promise<Answer> {
    const now = isoTime(clock().getTime())
    const call = { ...input, caller, headers, now, db: store.read, signal } as Call<OperationId>
    if (route.method === 'GET') return answerOf(route, await handler(call))
    await handler.precheck?.(call)
    const row = rowOf(caller, params)
    if (attempt) return answerIdempotently({ store, request: attempt, route, handler, call, row })
    if (handler.isLongRunning) return answerOf(route, await handler(call))
    // A client that sends slowly must not hold a transaction open.
    await body?.bytes()
    const outcome = await store.write((db) => handler({ ...call, db }), { row })
    return answerOf(route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
  }
}

/** What the path names, such as a profile: a write locks it first. */
function rowOf(caller: Caller | undefined, params: unknown): WriteOptions['row'] {
  const [id] = Object.values(params as Readonly<Record<string, string>>)
  return caller && id !== undefined ? { accountId: caller.accountId, id } : undefined
}
