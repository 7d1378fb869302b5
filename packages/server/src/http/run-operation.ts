import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '@palate/core/keys/access.ts'
import { usesReserve } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Call, Operation, UploadCall } from '../operations.ts'
import { sha256 } from '../platform/hash.ts'
import { isoTime } from '../platform/iso-time.ts'
import type { Services } from '../services.ts'
import type { WriteOptions } from '../store/store.ts'
import { type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import { runIdempotently } from './idempotent-write.ts'
import type { Body } from './request/body.ts'
import { validate } from './request/check-request.ts'
import { responseOf } from './response/http-response.ts'
import type { HttpResponse } from './response/send-response.ts'

/** A request without its connection. */
export interface ReceivedRequest {
  readonly url: string
  readonly params: unknown
  readonly query: unknown
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller | undefined
  readonly body: Body | undefined
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal
}

export interface CheckedRequest {
  readonly input: ReturnType<typeof validate>
  /** Set if the request has an Idempotency-Key. */
  readonly attempt: IdempotentRequest | undefined
  /** Set if a file was uploaded. Removes the file; call it when the request is finished. */
  readonly discard?: () => Promise<void>
}

/** Reads and validates the body, path and query. Receives an uploaded file. */
export async function checkRequest(
  { id, route, schemas, handler }: CheckedOperation,
  { url, params, query, headers, caller, body, signal }: ReceivedRequest,
): Promise<CheckedRequest> {
  const input = validate(route, schemas, { params, query, body: body?.value() })
  const key = route.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined
  const uploaded = caller && (await handler?.receive?.({ ...input, caller, signal } as UploadCall))
  const checked = uploaded ? { input: { ...input, body: uploaded.file }, discard: uploaded.discard } : { input }
  if (key === undefined || !caller) return { ...checked, attempt: undefined }
  const asked = Buffer.from(JSON.stringify([caller.projectId, url]))
  // Identify a form by its file, because clients choose a new boundary each time.
  const bytes = uploaded ? Buffer.from(JSON.stringify(uploaded.identity)) : await body?.bytes()
  const requestHash = sha256(Buffer.concat([asked, bytes ?? Buffer.alloc(0)])).toString('hex')
  return { ...checked, attempt: { accountId: caller.accountId, operation: id, key, requestHash } }
}

type CheckedOperation = Pick<Operation, 'id' | 'route' | 'schemas'> & Partial<Pick<Operation, 'handler'>>

/** Runs the handler (for a write, inside its transaction) and returns the response to send. */
export function createRunOperation({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  return async function runOperation(
    { route, handler }: Operation,
    { params, headers, caller, body, signal }: ReceivedRequest,
    { input, attempt }: CheckedRequest,
  ): Promise<HttpResponse> {
    const now = isoTime(clock().getTime())
    const call = { ...input, caller, headers, now, db: store.read, signal } as Call<OperationId>
    if (route.method === 'GET') return responseOf(route, await handler(call))
    await handler.precheck?.(call)
    const frees = usesReserve(route)
    const accountId = frees ? undefined : caller?.accountId
    const options = { row: rowOf(caller, params), accountId, usesReserve: frees }
    if (attempt) return runIdempotently({ store, request: attempt, route, handler, call, options })
    if (handler.isLongRunning) return responseOf(route, await handler(call))
    // Read the body first: a slow client must not hold a transaction open.
    if (route.body?.kind !== 'upload') await body?.bytes()
    const outcome = await store.write((db) => handler({ ...call, db }), options)
    return responseOf(route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
  }
}

/** The row that the path names, such as a profile. A write locks it first. */
function rowOf(caller: Caller | undefined, params: unknown): WriteOptions['row'] {
  const [id] = Object.values(params as Readonly<Record<string, string>>)
  return caller && id !== undefined ? { accountId: caller.accountId, id } : undefined
}
