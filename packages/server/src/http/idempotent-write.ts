import type { Readable } from 'node:stream'
import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Call, Outcome } from '../operations.ts'
import type { Store, WriteOptions } from '../store/store.ts'
import { wholeIfShort } from '../streaming/whole-if-short.ts'
import {
  claimKeyOrFindResponse,
  findResponse,
  type IdempotentRequest,
  notStored,
  type StoredResponse,
  saveResponse,
  stillRunning,
  storedResponseBytesMax,
} from './idempotency.ts'
import { type AnyHandler, jsonType, responseOf } from './response/http-response.ts'
import { type HttpResponse, isStream } from './response/send-response.ts'

interface Task {
  readonly store: Store
  readonly request: IdempotentRequest
  readonly route: Route
  readonly handler: AnyHandler
  readonly call: Call<OperationId>
  readonly options: WriteOptions
}

type Result = { readonly replayed: StoredResponse } | { readonly done: Outcome<OperationId> }

/** Runs a request with an Idempotency-Key, or replays the response to the first request with that key. */
export function runIdempotently(task: Task): Promise<HttpResponse> {
  return task.handler.isLongRunning
    ? refuseConcurrent(task.request, () => answerOutsideTransaction(task), sentBy)
    : answerInTransaction(task)
}

const replayedHeader = { 'idempotency-replayed': 'true' }

function replay({ status, headers, body }: StoredResponse): HttpResponse {
  const { 'content-type': mediaType = jsonType, ...others } = headers
  return { status, headers: { ...others, ...replayedHeader }, mediaType, body }
}

async function answerInTransaction(task: Task): Promise<HttpResponse> {
  const { request, route, handler, call } = task
  const result = await refuseConcurrent(request, () => runInTransaction(task))
  if ('replayed' in result && result.replayed.body === null) throw notStored()
  if (!handler.respond) return 'done' in result ? responseOf(route, result.done) : replay(result.replayed)
  // Build the response from what was stored, now or by the first request with the key.
  if ('done' in result) return responseOf(route, await handler.respond(call, result.done.body as never))
  const response = responseOf(route, await handler.respond(call, JSON.parse(result.replayed.body ?? '') as never))
  return { ...response, headers: { ...response.headers, ...replayedHeader } }
}

/** Stores the change and its response in one transaction. */
function runInTransaction({ store, request, route, handler, call, options }: Task): Promise<Result> {
  return store.write(async (db) => {
    const replayed = await claimKeyOrFindResponse(db, request, call.now)
    if (replayed) return { replayed }
    const done = await handler({ ...call, db })
    const { replay: repeated, ...outcome } = done
    await saveResponse(
      db,
      request,
      storedResponseOf(responseOf(route, repeated ? { ...outcome, body: repeated } : outcome)),
    )
    return { done }
  }, options)
}

/**
 * Runs the handler first and stores its response afterwards. If another process stored one first, that one is used.
 * Long responses are not stored but computed again: only scoring and previews have them, and these change nothing.
 */
async function answerOutsideTransaction({
  store,
  request,
  route,
  handler,
  call,
  options,
}: Task): Promise<HttpResponse> {
  const before = await findResponse(store.read, request, call.now)
  if (before && before.body !== null) return replay(before)
  const made = responseOf(route, await handler(call))
  const body = isStream(made.body) ? await wholeIfShort(made.body, storedResponseBytesMax) : made.body
  const response = { ...made, body }
  const meanwhile = await store.write(async (db) => {
    const other = await claimKeyOrFindResponse(db, request, call.now)
    if (!other) await saveResponse(db, request, storedResponseOf(response))
    return other
  }, options)
  if (!meanwhile || meanwhile.body === null) return response
  if (isStream(body)) body.destroy()
  return replay(meanwhile)
}

function storedResponseOf({ status, headers, mediaType, body }: HttpResponse): StoredResponse {
  const isShort = !isStream(body) && Buffer.byteLength(body ?? '') <= storedResponseBytesMax
  return { status, headers: { ...headers, 'content-type': mediaType }, body: isShort ? String(body ?? '') : null }
}

function sentBy({ body }: HttpResponse): Readable | undefined {
  return isStream(body) ? body : undefined
}

const running = new Set<string>()

/**
 * Refuses a second request with the same idempotency key while this process handles the first or sends its response.
 */
async function refuseConcurrent<Done>(
  { accountId, operation, key }: IdempotentRequest,
  work: () => Promise<Done>,
  streamOf: (done: Done) => Readable | undefined = () => undefined,
): Promise<Done> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  let stream: Readable | undefined
  try {
    const done = await work()
    stream = streamOf(done)
    return done
  } finally {
    if (stream) stream.once('close', () => running.delete(name))
    else running.delete(name)
  }
}
