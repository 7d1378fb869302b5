export interface ClientOptions {
  /**
   * The URL of the service, which may end with a path prefix. Default: in Node the variable `PALATE_URL`, otherwise
   * `http://127.0.0.1:8080`.
   */
  readonly url?: string
  /** `plt_…`. Default: in Node the variable `PALATE_API_KEY`, if `url` is not given either. */
  readonly apiKey?: string
  /** Uses the cookie of `palate.session.start` instead of a key. Only for pages with the same origin as the service. */
  readonly session?: boolean
  /** How often a request is retried. Default: 2. */
  readonly retries?: number
  /** How long one attempt may take, including the whole response. Default: 60 s. Streams may take longer once opened. */
  readonly timeoutMs?: number
  /** How long a stream may be silent before it is reopened. Default: 60 s. The service sends something every 10 s. */
  readonly silenceMs?: number
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Reads a picture that is a path or a stream of Node. Only in Node is there a default. */
  readonly readPicture?: ReadPicture
}

export type ReadPicture = (
  picture: string | URL | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
) => Promise<File>

/** Options of a single call. */
export interface CallOptions {
  /**
   * Ends the call. It then rejects with the reason of the signal, such as an `AbortError`, and not with a `PalateError`. The
   * service may still carry out a request that it has received.
   */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  /**
   * For a POST: the same key and body get the same response for 24 hours. Requests that are not idempotent have a random
   * key by default.
   */
  readonly idempotencyKey?: string
}

export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  /** A plain object or an array is sent as JSON, anything else unchanged. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string | undefined>>
}
