import type { Answer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'

export interface Ask {
  readonly key?: string | null
  readonly body?: unknown
  /** A raw body, for tests of malformed bodies. */
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

/** An HTTP client that checks every response against the API description. */
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
      const answer = { status: response.status, headers: response.headers, text, body: parse(text) }
      checkAnswer(method, path, answer)
      return answer
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
