/** One row of the route table. It is plain data, so that a client can have the table without the schemas. */
export type Route = RouteRow & (OpenToAll | OpenToKeys)

/** Needs no key. */
interface OpenToAll {
  readonly access: 'open'
  readonly scopes?: never
  /** The body has the credential, so what is wrong with it is a failed sign-in. */
  readonly isSignIn?: true
}

interface OpenToKeys {
  readonly access: 'key'
  readonly isSignIn?: never
  /** A key needs one of these scopes. */
  readonly scopes: readonly [Scope, ...Scope[]]
}

/** What a key may be limited to. docs/decisions/scopes.md says which operations each opens. */
export type Scope = 'read' | 'score' | 'teach' | 'write' | 'admin'

interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`. */
  readonly path: string
  readonly tag: Tag
  /** Asked by supervisors and load balancers to find out how the process is. */
  readonly isProbe?: true
  /** Of a POST: doing it twice leaves the same as doing it once, so a client repeats it without an idempotency key. */
  readonly isRepeatable?: true
  /** How the body is read. A route without it ignores what is sent. */
  readonly body?: BodyRule
  readonly status: number
  /** `application/json` unless set. */
  readonly mediaType?: string
  /** Other successful answers that a client can ask for. */
  readonly alternatives?: readonly Alternative[]
}

/** Whether it deletes, revokes or signs in: then it works on a full disk, too, as long as the store's reserve lasts. */
export function usesReserve({ method, tag }: Route): boolean {
  return method === 'DELETE' || tag === 'Session'
}

export type Tag =
  | 'Profiles'
  | 'History'
  | 'Teaching'
  | 'Scoring'
  | 'Frames'
  | 'Webhooks'
  | 'Events'
  | 'API keys'
  | 'Projects'
  | 'Session'
  | 'Service'

export interface Alternative {
  readonly status: number
  /** Absent where the answer has no body. */
  readonly mediaType?: string
}

export type BodyRule = JsonBodyRule | StreamBodyRule | UploadBodyRule

export interface JsonBodyRule {
  readonly kind: 'json'
  /** `bodyBytesMax` unless set. */
  readonly bytesMax?: number
  /** An empty body stands for `{}`. */
  readonly optional?: true
}

/** Raw bytes, such as an uploaded picture, given to the handler as a `ByteStream`. */
export interface StreamBodyRule {
  readonly kind: 'stream'
  /** What Content-Type may be; `image/*` allows every image type. */
  readonly mediaTypes: readonly string[]
  readonly bytesMax: number
}

/** A file that the handler's `receive` takes in before anything else is done, so that it is never in memory as a whole. */
export interface UploadBodyRule {
  readonly kind: 'upload'
  /** As of a `stream`. */
  readonly mediaTypes: readonly string[]
  /** Of the whole body: the boundaries and fields of a form count, too. */
  readonly bytesMax: number
}

/** The body of an `upload` route once it was received: where the file is, and what is known of it. */
export interface UploadedFile {
  readonly path: string
  readonly name: string | undefined
  /** SHA-256, hexadecimal. */
  readonly contentHash: string
  readonly bytes: number
  readonly contentType: string
  readonly width: number
  readonly height: number
}

/** The body of a `stream` or `upload` route. Reading it throws a fault when it is too large or ends early. */
export interface ByteStream {
  /** Without parameters, in lower case. */
  readonly mediaType: string
  /** With parameters, as it was sent. */
  readonly contentType: string
  /** What the client declared; undefined if it did not. */
  readonly length: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

const mebibyte = 1024 * 1024
export const bodyBytesMax = mebibyte
/** For whole profiles and for frames to score. */
export const largeBodyBytesMax = 32 * mebibyte
