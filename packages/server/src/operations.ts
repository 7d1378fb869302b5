import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Caller } from '@palate/core/keys/access.ts'
import type { ByteStream, Route, UploadedFile } from '@palate/core/route.ts'
import { type Input, type Reply, routeSchemas } from '@palate/core/route-schemas.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import { type OperationId, type Routes, routes } from '@palate/core/routes.ts'
import type { Db } from './store/schema.ts'

/** A validated request: what a handler is called with. */
export interface Call<Id extends OperationId> extends Input<Id> {
  readonly caller: Routes[Id]['access'] extends 'key' ? Caller : undefined
  readonly headers: IncomingHttpHeaders
  readonly now: string
  /** The transaction of a write, or the store itself for reading. */
  readonly db: Db
  /** Aborted when the client goes away before the answer. */
  readonly signal: AbortSignal
}

export interface Outcome<Id extends OperationId> {
  /** The reply, its text, also as bytes or as a stream, or null for an answer without a body. */
  readonly body: Reply<Id> | string | Buffer | Readable | null
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** If it is not the route's own. */
  readonly mediaType?: string
  /** The handler answers with the same object every time, so its text is cached. */
  readonly isKept?: true
  /** The answer to an idempotent repeat, if it must differ: secrets are not stored. */
  readonly replay?: Reply<Id>
}

/**
 * A write runs in one transaction. A handler that works for long (it fetches pictures, for example) must not hold a
 * transaction open: it is marked `longRunning`, gets the store for reading, and opens its own transactions to write.
 */
export type Handler<Id extends OperationId> = ((call: Call<Id>) => Promise<Outcome<Id>>) & {
  readonly isLongRunning?: true
  /** Runs before the transaction begins, for slow checks such as a DNS query. */
  readonly precheck?: (call: Call<Id>) => Promise<void>
  /** Takes in the file of an `upload` route before the transaction begins. Throws a Fault if it is refused. */
  readonly receive?: (call: UploadCall) => Promise<Uploaded>
  /** Makes the answer from what was stored, by this request or by an earlier one with the same idempotency key. */
  readonly respond?: (call: Call<Id>, stored: Reply<Id>) => Promise<Outcome<Id>>
}

/** What is known of an upload before its file was received. */
export interface UploadCall {
  readonly caller: Caller
  readonly query: Readonly<Record<string, unknown>>
  readonly body: ByteStream
  readonly signal: AbortSignal
}

export interface Uploaded {
  readonly file: UploadedFile
  /** What makes another upload with the same idempotency key the same request. */
  readonly identity: readonly unknown[]
  /** Removes what is left of the file. */
  discard(): Promise<void>
}

export type Handlers<Ids extends OperationId> = { readonly [Id in Ids]: Handler<Id> }

/** Everything that the HTTP layer needs to serve one operation. */
export interface Operation {
  readonly id: string
  readonly route: Route
  readonly schemas: RouteSchemas
  readonly handler: Handler<OperationId>
}

export function operationsOf(handlers: Handlers<OperationId>): readonly Operation[] {
  return (Object.keys(routes) as OperationId[]).map((id) => ({
    id,
    route: routes[id],
    schemas: routeSchemas[id],
    handler: handlers[id] as Handler<OperationId>,
  }))
}

export function longRunning<Id extends OperationId>(handler: (call: Call<Id>) => Promise<Outcome<Id>>): Handler<Id> {
  return Object.assign(handler, { isLongRunning: true } as const)
}

export function withPrecheck<Id extends OperationId>(
  precheck: (call: Call<Id>) => Promise<void>,
  handler: (call: Call<Id>) => Promise<Outcome<Id>>,
): Handler<Id> {
  return Object.assign(handler, { precheck })
}

/** Stores in one transaction and makes the answer afterwards, a stream for example. */
export function storeThenRespond<Id extends OperationId>(
  store: (call: Call<Id>) => Promise<Outcome<Id>>,
  respond: (call: Call<Id>, stored: Reply<Id>) => Promise<Outcome<Id>>,
): Handler<Id> {
  return Object.assign(store, { respond })
}

/** Takes in a file first; the handler, in its transaction, gets it as the body. */
export function withUpload<Id extends OperationId>(
  receive: (call: UploadCall) => Promise<Uploaded>,
  handler: (call: Call<Id>) => Promise<Outcome<Id>>,
): Handler<Id> {
  return Object.assign(handler, { receive })
}
