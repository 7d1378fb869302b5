import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent separately, chunked unless the headers declare a length. */
  readonly chunks?: readonly (string | Uint8Array)[]
  readonly check?: typeof checkAnswer
}

/** For routes of a test, which are not described. */
export const unchecked: typeof checkAnswer = () => {}

/** A request with exactly these headers and chunks, for requests that `fetch` would correct. */
export async function sendOnWire(url: string, method: string, sending: Sending = {}): Promise<Answer> {
  const { sent, answer } = openOnWire(url, method, sending.headers, sending.check)
  for (const chunk of sending.chunks ?? []) sent.write(chunk)
  sent.end()
  return answer
}

/** A request whose body the test writes step by step. */
export function openOnWire(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  check = checkAnswer,
): { readonly sent: ClientRequest; readonly answer: Promise<Answer> } {
  const sent = request(url, { method, headers, agent: false })
  sent.flushHeaders()
  const answer = once(sent, 'response').then(async ([response]) => {
    const read = await readAnswer(response)
    check(method, new URL(url).pathname, read)
    return read
  })
  answer.catch(() => {})
  return { sent, answer }
}

/** The server's response to arbitrary bytes, until it closes the connection. */
export async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('latin1').write(bytes)
  let text = ''
  for await (const piece of socket) text += piece
  return text
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  return { status: response.statusCode ?? 0, headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}
