import type { Readable } from 'node:stream'
import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Outcome } from '../../operations.ts'
import { smallResponseBytesMax } from '../connections/unsent-responses.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly mediaType: string
  /** A buffer may be cached and shared by many responses. Null for a response without a body. */
  readonly body: string | Buffer | Readable | null
  /** Length of the body in bytes, if already known. */
  readonly length?: string
}

export const jsonType = 'application/json; charset=utf-8'

/** Turns a handler's outcome into the response to send. */
export function responseOf(route: Route, outcome: Outcome<OperationId>): HttpResponse {
  const { status = route.status, headers, body, mediaType = route.mediaType ?? jsonType, isSerializedOnce } = outcome
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body) || isStream(body)) {
    return { status, headers, mediaType, body }
  }
  if (!isSerializedOnce) return { status, headers, mediaType, body: JSON.stringify(body) }
  return { status, headers, mediaType, ...serializedOnce(body) }
}

export function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}

/** Weak, so that a text lives exactly as long as the value it was made from. */
const serialized = new WeakMap<object, { readonly body: string | Buffer; readonly length: string }>()

function serializedOnce(value: object) {
  const known = serialized.get(value)
  if (known) return known
  const text = JSON.stringify(value)
  // Large ones become a buffer that all their responses share. Small ones are faster to send as text.
  const body = text.length > smallResponseBytesMax ? Buffer.from(text) : text
  const made = { body, length: String(Buffer.byteLength(body)) }
  serialized.set(value, made)
  return made
}
