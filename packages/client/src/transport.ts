import { routes } from '@palate/core/routes.ts'
import type { Problem } from './api-types.ts'
import { PalateError } from './error.ts'
import type { OperationName } from './operation-types.ts'
import { randomId } from './random-id.ts'
import { pauseMs, retryPauseMs } from './retry.ts'

export interface ClientOptions {
  /** Where the service is. `http://127.0.0.1:8080` unless set; it may end with a path prefix. */
  readonly url?: string
  /** `plt_…`. */
  readonly apiKey?: string
  /** Uses the cookie of `palate.session.start` in place of a key. Only for pages of the service's own origin. */
  readonly session?: boolean
  /** How often a request is tried again: 2 unless set. */
  readonly retries?: number
  /** How long one attempt may take: 60 s unless set. Streams may take longer once they have begun. */
  readonly timeoutMs?: number
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** For one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  /** In place of the one that every POST gets by itself: the same key and body give the same answer for 24 hours. */
  readonly idempotencyKey?: string
}

export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  /** An object is sent as JSON, anything else as it is. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** Sends requests to the operations of the route table. */
export interface Transport {
  readonly url: string
  /** The answer's JSON. */
  json<Answer>(operation: OperationName, sent?: Sent, options?: CallOptions): Promise<Answer>
  /** A successful answer, its body unread. */
  open(operation: OperationName, sent?: Sent, options?: CallOptions): Promise<Response>
}

export function createTransport(settings: ClientOptions): Transport {
  const url = (settings.url ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
  const send = settings.fetch ?? fetch

  async function withAnswer<Result>(
    operation: OperationName,
    sent: Sent,
    options: CallOptions,
    read: (response: Response) => Promise<Result> | Result,
  ): Promise<Result> {
    const route = routes[operation]
    const request = requestOf(route.method, sent, { ...settings, ...options })
    const address = url + pathOf(route.path, sent)
    const retries = options.retries ?? settings.retries ?? 2
    for (let attempt = 0; ; attempt++) {
      const outcome = await once(address, request, options, read)
      if ('result' in outcome) return outcome.result
      const { error, retryAfter } = outcome
      const isLast = attempt >= retries || !isWorthRetrying(error, route.method, sent)
      if (isLast || options.signal?.aborted) throw error
      await pauseMs(retryPauseMs(attempt, retryAfter), options.signal)
    }
  }

  /** One attempt. The time limit ends with `read`. */
  async function once<Result>(
    address: string,
    request: RequestInit,
    options: CallOptions,
    read: (response: Response) => Promise<Result> | Result,
  ): Promise<{ result: Result } | { error: PalateError; retryAfter?: string | null }> {
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 60_000
    const controller = new AbortController()
    const abort = () => controller.abort(options.signal?.reason)
    options.signal?.throwIfAborted()
    options.signal?.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      controller.abort(new PalateError('timeout', `no answer from ${url} within ${timeoutMs} ms`))
    }, timeoutMs)
    try {
      const response = await send(address, { ...request, signal: controller.signal })
      if (response.ok) return { result: await read(response) }
      return { error: await errorOf(response), retryAfter: response.headers.get('retry-after') }
    } catch (cause) {
      options.signal?.throwIfAborted()
      if (cause instanceof PalateError) return { error: cause }
      const { reason } = controller.signal
      if (reason instanceof PalateError) return { error: reason }
      return { error: new PalateError('connection_failed', `no answer from ${url}: ${reasonOf(cause)}`, { cause }) }
    } finally {
      clearTimeout(timer)
      // A stream goes on after the headers: its reader listens to the signal itself.
      options.signal?.removeEventListener('abort', abort)
    }
  }

  return {
    url,
    json: (operation, sent = {}, options = {}) => withAnswer(operation, sent, options, readJson<never>),
    open: (operation, sent = {}, options = {}) => withAnswer(operation, sent, options, (response) => response),
  }
}

function requestOf(
  method: string,
  { body, headers }: Sent,
  { apiKey, session, headers: always, idempotencyKey }: ClientOptions & CallOptions,
): RequestInit {
  const isJson = body !== undefined && isPlain(body)
  const all = {
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(session && { 'x-palate-request': '1' }),
    ...(isJson && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomId() }),
    ...always,
    ...headers,
  }
  return {
    method,
    headers: Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] != null)),
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    ...(session && { credentials: 'same-origin' as const }),
    // fetch refuses a stream as body without it.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
}

function isPlain(body: object): boolean {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype || Object.getPrototypeOf(body) === null
}

function pathOf(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/**
 * What was not carried out may be tried again. After a lost connection nobody knows whether it was: a GET changes
 * nothing, and a POST has an idempotency key. A stream as body is used up by its first attempt.
 */
function isWorthRetrying({ code, status }: PalateError, method: string, { body }: Sent): boolean {
  if (body instanceof ReadableStream) return false
  if (status === 429 || status === 503) return true
  const isUnknown = code === 'connection_failed' || code === 'timeout' || status === 502 || status === 504
  return isUnknown && (method === 'GET' || method === 'POST')
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Answer
  } catch (cause) {
    const message = `the answer of ${response.url} is not JSON: is this the address of Palate?`
    throw new PalateError('unexpected_answer', message, { status: response.status, cause })
  }
}

async function errorOf(response: Response): Promise<PalateError> {
  const { status } = response
  const problem = await response.json().catch(() => undefined)
  if (typeof problem?.code === 'string') {
    const { code, detail } = problem as Problem
    return new PalateError(code, detail, { status, problem })
  }
  return new PalateError('unexpected_answer', `the answer of ${response.url} has status ${status}`, { status })
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as Error
  return inner instanceof Error && inner.message !== '' ? inner.message : message
}
