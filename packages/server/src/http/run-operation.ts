import type { Caller } from '@palate/core/keys/access.ts'
import { type Route, usesReserve } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call, Operation, Outcome } from '../operations.ts'
import { isoTime } from '../platform/iso-time.ts'
import type { Services } from '../services.ts'
import { hasRoom } from '../store/disk/account-bytes.ts'
import type { Db } from '../store/schema.ts'
import type { Store, WriteOptions } from '../store/store.ts'
import { textOrStream } from '../streaming/text-or-stream.ts'
import { ownedStream } from '../work/current-work.ts'
import {
  claimKeyOrFindResponse,
  findResponse,
  type IdempotentRequest,
  notStored,
  refuseConcurrent,
  type StoredResponse,
  saveResponse,
  storedResponseBytesMax,
} from './idempotency.ts'
import type { CheckedRequest, ReceivedRequest } from './request/check-request.ts'
import { type HttpResponse, isStream, jsonType, responseOf } from './response/http-response.ts'

type RunServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** Records what a handler returns as `audit`. */
type RecordOutcome = (db: Db, outcome: Outcome<OperationId>) => Promise<void>

interface Write extends Pick<Operation, 'route' | 'handler'> {
  readonly store: Store
  readonly record: RecordOutcome
  readonly call: Call<OperationId>
  readonly options: WriteOptions
}

/**
 * Runs the handler (for a write, inside its transaction) and returns the response to send. If the request repeats an
 * earlier one with its Idempotency-Key, returns the response to that one.
 */
export function createRunOperation(services: RunServices) {
  const { store, clock } = services
  return async function runOperation(...args: Parameters<typeof run>): Promise<HttpResponse> {
    const response = await run(...args)
    if (isStream(response.body)) ownedStream(response.body)
    return response
  }

  async function run(
    { route, handler }: Operation,
    { params, headers, caller, body, pictures, signal, requestId, address }: ReceivedRequest,
    { input, attempt }: CheckedRequest,
  ): Promise<HttpResponse> {
    const now = isoTime(clock().getTime())
    const sent = { ...input, pictures, caller, headers, requestId, address }
    const call = { ...sent, now, db: store.read, signal } as Call<OperationId>
    const record: RecordOutcome = async (db, { audit }) => {
      if (audit && caller) await recordAudit(services, db, { ...caller, requestId, address }, audit, now)
    }
    if (route.method === 'GET') return responseOf(route, await read(store, handler, call, record))
    await handler.precheck?.(call)
    const options = { ...writeOptions(route, caller, params), signal }
    const write = { store, record, route, handler, call, options }
    if (handler.isLongRunning) return attempt ? runLongOnce(write, attempt) : responseOf(route, await handler(call))
    // Read the body first: a slow client must not hold a transaction open.
    if (route.body?.kind !== 'upload') await body?.bytes()
    return runInTransaction(write, attempt)
  }
}

/** An audited read, such as an export, is recorded before anything is sent. */
async function read(store: Store, handler: Operation['handler'], call: Call<OperationId>, record: RecordOutcome) {
  const outcome = await handler(call)
  if (!outcome.audit) return outcome
  try {
    await store.write((db) => record(db, outcome), { usesReserve: true })
    return outcome
  } catch (error) {
    if (isStream(outcome.body)) outcome.body.destroy()
    throw error
  }
}

/** A write first locks the row that its path names, such as a profile. */
function writeOptions(route: Route, caller: Caller | undefined, params: unknown): WriteOptions {
  const [id] = Object.values(params as Readonly<Record<string, string>>)
  const frees = usesReserve(route)
  return {
    row: caller && id !== undefined ? { accountId: caller.accountId, id } : undefined,
    accountId: frees ? undefined : caller?.accountId,
    usesReserve: frees,
  }
}

/** With an Idempotency-Key, the change and its response are stored in one transaction. */
async function runInTransaction(write: Write, attempt: IdempotentRequest | undefined): Promise<HttpResponse> {
  const { store, record, route, handler, call, options } = write
  const run = () =>
    store.write(async (db) => {
      const stored = attempt && (await claimKeyOrFindResponse(db, attempt, call.now))
      if (stored) return { stored }
      const outcome = await handler({ ...call, db })
      await record(db, outcome)
      const repeated = { ...outcome, body: outcome.replay ?? outcome.body }
      if (attempt) await saveResponse(db, attempt, await storable(store, db, attempt, responseOf(route, repeated)))
      return { outcome }
    }, options)
  const { stored, outcome } = await (attempt ? refuseConcurrent(attempt, run) : run())
  if (outcome) return responseOf(route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
  if (stored.body === null) throw notStored()
  if (!handler.respond) return replayOf(stored)
  const response = responseOf(route, await handler.respond(call, JSON.parse(stored.body) as never))
  return { ...response, headers: { ...response.headers, ...replayed } }
}

/**
 * Runs the handler first and stores its response afterwards. If another process stored one first, that one is used.
 * A response that is not stored is computed again if that changes nothing, as for scores and previews.
 */
function runLongOnce(
  { store, route, handler, call, options }: Write,
  attempt: IdempotentRequest,
): Promise<HttpResponse> {
  const run = async () => {
    const before = await findResponse(store.read, attempt, call.now)
    if (before && before.body !== null) return replayOf(before)
    if (before && !route.isRepeatable) throw notStored()
    const outcome = await handler(call)
    const made = responseOf(route, outcome)
    const body = isStream(made.body) ? await textOrStream(made.body, storedResponseBytesMax) : made.body
    const response = { ...made, body }
    const meanwhile = await store.write(async (db) => {
      const other = await claimKeyOrFindResponse(db, attempt, call.now)
      const stored = outcome.replay ? responseOf(route, { ...outcome, body: outcome.replay }) : response
      if (!other) await saveResponse(db, attempt, await storable(store, db, attempt, stored))
      return other
    }, options)
    if (!meanwhile || meanwhile.body === null) return response
    if (isStream(body)) body.destroy()
    return replayOf(meanwhile)
  }
  return refuseConcurrent(attempt, run, ({ body }) => (isStream(body) ? body : undefined))
}

/** If a response is too long, or the account has no room for it, only its status is stored. */
async function storable(
  store: Store,
  db: Db,
  { accountId }: IdempotentRequest,
  { status, headers, mediaType, body }: HttpResponse,
): Promise<StoredResponse> {
  const notStored = { status, headers: {}, body: null }
  if (isStream(body) || Buffer.byteLength(body ?? '') > storedResponseBytesMax) return notStored
  const stored = { status, headers: { ...headers, 'content-type': mediaType }, body: String(body ?? '') }
  const bytes = Buffer.byteLength(stored.body) + JSON.stringify(stored.headers).length
  return (await hasRoom(store, db, accountId, bytes)) ? stored : notStored
}

const replayed = { 'idempotency-replayed': 'true' }

function replayOf({ status, headers, body }: StoredResponse): HttpResponse {
  const { 'content-type': mediaType = jsonType, ...others } = headers
  return { status, headers: { ...others, ...replayed }, mediaType, body }
}
