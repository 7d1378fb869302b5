import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Caller } from '@palate/core/keys/access.ts'
import { type Input, operations, type Reply } from '@palate/core/operations.ts'
import type { ByteStream, Route, UploadedFile } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import { type OperationId, type Routes, routes } from '@palate/core/routes.ts'
import type { AuditedChange } from './audit/audited-change.ts'
import type { Db } from './store/schema.ts'

/** A validated request, passed to its handler. */
export interface Call<Id extends OperationId> extends Input<Id> {
  readonly caller: Routes[Id]['access'] extends 'key' ? Caller : undefined
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  /** The client's address. */
  readonly address: string
  readonly now: string
  /** The transaction of a write, or the store itself for reading. */
  readonly db: Db
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal
  /** Set if the body was part of a form. */
  readonly pictures?: SentPictures | undefined
}

/** The pictures of a form, by the names of their parts. */
export type SentPictures = ReadonlyMap<string, SentPicture>

export interface SentPicture {
  readonly bytes: number
  /** Hexadecimal SHA-256. */
  readonly contentHash: string
  /** Null if the picture is too large to be scored. */
  readonly data: Uint8Array<ArrayBuffer> | null
}

export interface Outcome<Id extends OperationId> {
  /** The reply, its text (as a string, bytes or a stream), or null for a response without a body. */
  readonly body: Reply<Id> | string | Buffer | Readable | null
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Set if it differs from the route's media type. */
  readonly mediaType?: string
  /** The handler returns the same object every time, so its text is cached. */
  readonly isSerializedOnce?: true
  /** The response to an idempotent repeat, if it must differ because secrets are not stored. */
  readonly replay?: Reply<Id>
  /** Recorded in the audit log, in the transaction of a write. */
  readonly audit?: AuditedChange
}

/**
 * A write runs in one transaction. A handler that takes long (because it fetches pictures, for example) must not hold a
 * transaction open. It is marked `longRunning`, gets the store for reading, and opens its own transactions to write.
 */
export type Handler<Id extends OperationId> = ((call: Call<Id>) => Promise<Outcome<Id>>) & {
  readonly isLongRunning?: true
  /** Runs before the transaction begins, for slow checks such as a DNS query. */
  readonly precheck?: (call: Call<Id>) => Promise<void>
  /** Receives the file of an `upload` route before the transaction begins. Throws a Fault if the file is refused. */
  readonly receive?: (call: UploadCall) => Promise<Uploaded>
  /** Builds the response from what was stored, by this request or an earlier one with the same idempotency key. */
  readonly respond?: (call: Call<Id>, stored: Reply<Id>) => Promise<Outcome<Id>>
}

/** What is known about an upload before its file is received. */
export interface UploadCall {
  readonly caller: Caller
  readonly query: Readonly<Record<string, unknown>>
  readonly body: ByteStream
  readonly signal: AbortSignal
}

export interface Uploaded {
  readonly file: UploadedFile
  /** Determines whether another upload with the same idempotency key is the same request. */
  readonly identity: readonly unknown[]
  /** Removes the remains of the file. */
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
    schemas: operations[id],
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

/** Stores in one transaction and builds the response afterwards, for example a stream. */
export function storeThenRespond<Id extends OperationId>(
  store: (call: Call<Id>) => Promise<Outcome<Id>>,
  respond: (call: Call<Id>, stored: Reply<Id>) => Promise<Outcome<Id>>,
): Handler<Id> {
  return Object.assign(store, { respond })
}

/** Receives a file first. The handler gets it as the body, in its transaction. */
export function withUpload<Id extends OperationId>(
  receive: (call: UploadCall) => Promise<Uploaded>,
  handler: (call: Call<Id>) => Promise<Outcome<Id>>,
): Handler<Id> {
  return Object.assign(handler, { receive })
}
