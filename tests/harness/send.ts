import { type Dispatcher, request } from 'undici'
import type { Answer } from './answer.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Fails if the response takes longer. */
  readonly timeoutMs?: number
}

/** A response whose body was not parsed. */
export type Received = Omit<Answer, 'body'>

/** Sends a request and reads the whole response, in half of the processor time of `fetch`. */
export async function send(url: string, sent: Sent = {}): Promise<Received> {
  const { method = 'GET', headers = {}, body = null, timeoutMs } = sent
  const timeouts = timeoutMs === undefined ? {} : { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const options = { method: method as Dispatcher.HttpMethod, headers, body, ...timeouts }
  const response = await request(url, options)
  const received = Object.entries(response.headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  return { status: response.statusCode, headers: new Headers(received), text: await response.body.text() }
}
