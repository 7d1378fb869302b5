import type { MadeWith } from './frames/made-with.ts'

/** One row of the route table. It is plain data, so that a client can load the table without the schemas. */
export type Route = RouteRow & (OpenToAll | OpenToKeys)

/** Needs no key. */
interface OpenToAll {
  readonly access: 'open'
  readonly scopes?: never
  readonly isOpenToPeople?: never
  /** The body contains the credential, so an invalid body counts as a failed sign-in. */
  readonly isSignIn?: true
  /** Each request counts like a failed sign-in: it makes the service store something or ask the identity provider. */
  readonly isCountedAsFailure?: true
  /** Browsers go there themselves, so they are led to the page `/#error=<code>` instead of a problem document. */
  readonly isNavigation?: true
  readonly isGuessable?: never
}

interface OpenToKeys {
  readonly access: 'key'
  readonly isSignIn?: never
  readonly isCountedAsFailure?: never
  readonly isNavigation?: never
  /** The path contains a short code, so a wrong one counts as a failed sign-in of its address and of its account. */
  readonly isGuessable?: true
  /** A key needs one of these scopes. */
  readonly scopes: readonly [Scope, ...Scope[]]
  /** A person needs none of them: the handler decides what the person may do. */
  readonly isOpenToPeople?: true
}

/** What a key may be limited to. docs/decisions/keys.md lists the operations that each scope allows. */
export type Scope = 'read' | 'score' | 'teach' | 'write' | 'admin'

interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`. */
  readonly path: string
  readonly tag: Tag
  /** Supervisors and load balancers call it to check the health of the process. */
  readonly isProbe?: true
  /** For a POST that is idempotent: clients retry it without an idempotency key. */
  readonly isRepeatable?: true
  /** How the body is read. A route without it ignores the body. */
  readonly body?: BodyRule
  readonly status: number
  /** `application/json` unless set. */
  readonly mediaType?: string
  /** Other successful responses that a client can request. */
  readonly alternatives?: readonly Alternative[]
  /** Large requests run on the offload thread of the server. Without it, only a large body is checked there. */
  readonly offload?: OffloadRule
}

export interface OffloadRule {
  /** Where a request names a profile. If the profile is large, so is the request. */
  readonly profile?: RequestPointer
  /** The profile counts only if the request has this value. */
  readonly onlyWith?: RequestPointer
  /** It may wait long for pictures and models. */
  readonly mayWaitLong?: true
  /** The thread decides and stores, the main thread responds. */
  readonly respondsOnMain?: true
}

/** A JSON Pointer into the parts of a request. */
export type RequestPointer = `/${'params' | 'query' | 'body'}/${string}`

/** Whether it deletes, revokes or signs in, and so works on a full disk as long as the store's reserve lasts. */
export function usesReserve({ method, tag }: Route): boolean {
  return method === 'DELETE' || tag === 'Session'
}

export type Tag =
  | 'Profiles'
  | 'History'
  | 'Teaching'
  | 'Scoring'
  | 'Frames'
  | 'Boards'
  | 'Shares'
  | 'Webhooks'
  | 'Events'
  | 'API keys'
  | 'People'
  | 'Audit'
  | 'Projects'
  | 'Session'
  | 'Service'

export interface Alternative {
  readonly status: number
  /** Absent if the response has no body. */
  readonly mediaType?: string
}

export type BodyRule = JsonBodyRule | StreamBodyRule | UploadBodyRule

export interface JsonBodyRule {
  readonly kind: 'json'
  /** `bodyBytesMax` unless set. */
  readonly bytesMax?: number
  /** What to do instead of sending a larger one. */
  readonly advice?: string
  /** An empty body counts as `{}`. */
  readonly optional?: true
  /** The body may also be the part `request` of a form, with pictures as the other parts. */
  readonly acceptsForm?: true
}

/** Raw bytes, such as an uploaded picture, passed to the handler as a `ByteStream`. */
export interface StreamBodyRule {
  readonly kind: 'stream'
  /** Allowed media types; `image/*` allows every image type. */
  readonly mediaTypes: readonly string[]
  readonly bytesMax: number
}

/** A file that the handler's `receive` reads first, so that it is never in memory as a whole. */
export interface UploadBodyRule {
  readonly kind: 'upload'
  /** Same as for a `stream`. */
  readonly mediaTypes: readonly string[]
  /** Limit for the whole body, including the boundaries and fields of a form. */
  readonly bytesMax: number
}

/** The received body of an `upload` route: the location and properties of the file. */
export interface UploadedFile {
  readonly path: string
  readonly name: string | undefined
  /** Hexadecimal SHA-256. */
  readonly contentHash: string
  readonly bytes: number
  readonly contentType: string
  readonly width: number
  readonly height: number
  /** When a camera took it: frames/capture-time.ts. */
  readonly takenAt: string | null
  /** The text fields of its form. */
  readonly madeWith: MadeWith
  /** The object that the file already is in a bucket: after which deletion of it, see the server's bucket/object-rows.ts. */
  readonly object?: { readonly home: string; readonly generation: number } | undefined
}

/** The body of a `stream` or `upload` route. Reading it throws a fault if it is too large or ends early. */
export interface ByteStream {
  /** Without parameters, in lower case. */
  readonly mediaType: string
  /** With parameters, as sent. */
  readonly contentType: string
  /** The Content-Length that the client declared, if any. */
  readonly length: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

const mebibyte = 1024 * 1024
export const bodyBytesMax = mebibyte
/** For whole profiles and for frames to score. */
export const largeBodyBytesMax = 32 * mebibyte
/** For calls of tools: a few pictures as data URLs of one mebibyte each. */
export const mcpBodyBytesMax = 8 * mebibyte
/** For uploads: the largest picture, with the boundaries, names and other fields of a form. */
export const uploadBodyBytesMax = 33 * mebibyte
