import type { CallOptions, ClientOptions, Sent } from '../options.ts'
import { randomId } from './random-id.ts'

/** The members of a route that a request depends on. The published types cannot refer to core's. */
interface SentRoute {
  readonly method: string
  readonly access: string
  readonly isRepeatable?: true
}

/** The arguments of `fetch` for a request to an operation. */
export function requestOf(
  route: SentRoute,
  { body, headers }: Sent,
  { apiKey, session, headers: always, idempotencyKey }: ClientOptions & CallOptions,
): RequestInit & { readonly headers: Readonly<Record<string, string>> } {
  const isJson = body !== undefined && isPlain(body)
  const key = idempotencyKey ?? (needsIdempotencyKey(route) ? randomId() : undefined)
  const all = {
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...(session && { 'x-palate-request': '1' }),
    ...(isJson && { 'content-type': 'application/json' }),
    ...(route.method === 'POST' && { 'idempotency-key': key }),
    ...always,
    ...headers,
  }
  return {
    method: route.method,
    headers: Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] != null)),
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    ...(session && { credentials: 'same-origin' as const }),
    // Without it, fetch refuses a stream as body.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
}

/** The service stores the response to a request with a key, so only requests that are not idempotent get one. */
function needsIdempotencyKey({ method, access, isRepeatable }: SentRoute): boolean {
  return method === 'POST' && access === 'key' && !isRepeatable
}

export function isPlain(body: object): boolean {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype || Object.getPrototypeOf(body) === null
}

export function pathOf(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}
