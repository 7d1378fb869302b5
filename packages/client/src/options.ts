export interface ClientOptions {
  /** Where the service is. `http://127.0.0.1:8080` unless set; it may end with a path prefix. */
  readonly url?: string
  /** `plt_…`. */
  readonly apiKey?: string
  /** Uses the cookie of `palate.session.start` in place of a key. Only for pages of the service's own origin. */
  readonly session?: boolean
  /** How often a request is tried again: 2 unless set. */
  readonly retries?: number
  /** How long one attempt may take, with the whole answer: 60 s unless set. Streams may take longer once they have begun. */
  readonly timeoutMs?: number
  /** How long a stream may be silent before it is opened again: 60 s unless set. The service sends something every 10 s. */
  readonly silenceMs?: number
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
  /**
   * For a POST: the same key and body give the same answer for 24 hours. What a repeat would do twice gets a random key unless
   * you set one.
   */
  readonly idempotencyKey?: string
}

export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  /** An object is sent as JSON, anything else as it is. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string | undefined>>
}
