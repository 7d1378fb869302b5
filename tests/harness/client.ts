/** One answer, read whole. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests look into answers of every shape; a wrong guess fails the test, which is the point of it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface Ask {
  readonly key?: string | null
  readonly body?: unknown
  /** A body to send as it is, where the form of it is what is tested. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client {
  readonly url: string
  readonly key: string
  call(method: string, path: string, ask?: Ask): Promise<Answer>
  /** The same client with another key. */
  as(key: string): Client
}

/** A client that only knows HTTP, as a stranger's would. */
export function createClient(url: string, key: string): Client {
  return {
    url,
    key,
    as: (other) => createClient(url, other),
    async call(method, path, { key: asked = key, body, raw, headers = {} } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(asked !== null && { authorization: `Bearer ${asked}` }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parse(text) }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
