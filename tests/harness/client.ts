import type { Answer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'
import { send } from './send.ts'

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
    async call(method, path, { key: ownKey = key, body, raw, headers = {} } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const received = await send(`${url}${path}`, {
        method,
        headers: {
          ...(ownKey !== null && { authorization: `Bearer ${ownKey}` }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: sent,
      })
      const answer = { ...received, body: parse(received.text) }
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
