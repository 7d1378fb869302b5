import type { Route } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'
import { PalateError } from '../error.ts'
import type { OperationName } from '../operation-types.ts'
import type { CallOptions, ClientOptions, ReadPicture, Sent } from '../options.ts'
import { pathOf, requestOf } from './request.ts'
import { errorOf, readJson, requireMediaType } from './responses.ts'
import { pauseMs, retryPauseMs } from './retry.ts'

/** Sends requests to the operations of the route table. */
export interface Transport {
  readonly url: string
  readonly readPicture: ReadPicture | undefined
  /** How long a stream may be silent. */
  readonly silenceMs: number
  /** Returns the JSON of the response. */
  json<Answer>(operation: OperationName, sent?: Sent, options?: CallOptions): Promise<Answer>
  /** Returns the result of `read` on a successful response, within the time limit. */
  read<Result>(
    operation: OperationName,
    sent: Sent,
    options: CallOptions | undefined,
    read: Read<Result>,
  ): Promise<Result>
  /** Opens a stream of this media type, without reading its body. */
  open(operation: OperationName, mediaType: string, sent?: Sent, options?: CallOptions): Promise<Response>
}

type Read<Result> = (response: Response) => Promise<Result> | Result

export function createTransport(settings: ClientOptions): Transport {
  const url = usableUrl(settings)
  const send = settings.fetch ?? fetch

  async function withResponse<Result>(
    operation: OperationName,
    sent: Sent,
    options: CallOptions,
    read: Read<Result>,
  ): Promise<Result> {
    const route: Route = routes[operation]
    const request = requestOf(route, sent, { ...settings, ...options })
    const address = url + pathOf(route.path, sent)
    const retries = options.retries ?? settings.retries ?? 2
    for (let attempt = 0; ; attempt++) {
      const outcome = await once(address, request, options, read)
      if ('result' in outcome) return outcome.result
      const { error, retryAfter } = outcome
      const isLast = attempt >= retries || !isWorthRetrying(error, request, route)
      if (isLast || options.signal?.aborted) throw error
      await pauseMs(retryPauseMs(attempt, retryAfter), options.signal)
    }
  }

  /** One attempt. The time limit ends with `read`. */
  async function once<Result>(
    address: string,
    request: ReturnType<typeof requestOf>,
    options: CallOptions,
    read: Read<Result>,
  ): Promise<{ result: Result } | { error: PalateError; retryAfter?: string | null }> {
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 60_000
    const controller = new AbortController()
    const abort = () => controller.abort(options.signal?.reason)
    options.signal?.throwIfAborted()
    options.signal?.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      controller.abort(new PalateError('timeout', `no response from ${url} within ${timeoutMs} ms`))
    }, timeoutMs)
    try {
      const response = await send(address, { ...request, signal: controller.signal })
      if (response.ok) return { result: await read(response) }
      const isKeyless = !settings.session && !('authorization' in request.headers)
      return { error: await errorOf(response, isKeyless), retryAfter: response.headers.get('retry-after') }
    } catch (cause) {
      options.signal?.throwIfAborted()
      if (cause instanceof PalateError) return { error: cause }
      const { reason } = controller.signal
      if (reason instanceof PalateError) return { error: reason }
      return { error: new PalateError('connection_failed', `no response from ${url}: ${reasonOf(cause)}`, { cause }) }
    } finally {
      clearTimeout(timer)
      // A stream outlasts this call; its reader listens to the signal itself.
      options.signal?.removeEventListener('abort', abort)
    }
  }

  return {
    url,
    readPicture: settings.readPicture,
    silenceMs: settings.silenceMs ?? 60_000,
    json: (operation, sent = {}, options = {}) => withResponse(operation, sent, options, readJson<never>),
    read: (operation, sent, options = {}, read) => withResponse(operation, sent, options, read),
    open: (operation, mediaType, sent = {}, options = {}) => {
      const accepting = { ...sent, headers: { accept: mediaType, ...sent.headers } }
      return withResponse(operation, accepting, options, (response) => requireMediaType(response, mediaType))
    },
  }
}

const defaultUrl = 'http://127.0.0.1:8080'

/** Refuses a URL that no request could reach. A relative one needs a page, or a `fetch` that knows where to send it. */
function usableUrl({ url = defaultUrl, fetch: own }: ClientOptions): string {
  const isUsable = /^(?:\/|$)/.test(url)
    ? own || 'location' in globalThis
    : /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(url)
  if (isUsable) return url.replace(/\/+$/, '')
  throw new PalateError('invalid_argument', `url must be like ${defaultUrl}, not ${url}`)
}

/**
 * A request that was not carried out can be repeated. After a lost connection it may have been carried out, so it is
 * repeated only if it is idempotent. A stream cannot be sent twice.
 */
function isWorthRetrying({ code, status }: PalateError, request: ReturnType<typeof requestOf>, route: Route): boolean {
  if (request.body instanceof ReadableStream) return false
  if (status === 429 || status === 503) return true
  const isUnknown = code === 'connection_failed' || code === 'timeout' || status === 502 || status === 504
  return isUnknown && (route.method === 'GET' || route.isRepeatable || 'idempotency-key' in request.headers)
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as Error
  return inner instanceof Error && inner.message !== '' ? inner.message : message
}
