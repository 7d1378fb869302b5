import { Readable } from 'node:stream'
import type { MessagePort, Transferable } from 'node:worker_threads'
import type { Fault } from '@palate/core/fault.ts'
import { smallResponseBytesMax } from '../http/connections/unsent-responses.ts'
import { type HttpResponse, isStream } from '../http/response/http-response.ts'
import type { RequestMessage } from './messages.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024

/**
 * Sends a response from the request thread. A large body goes piece by piece, each when the main thread requests it.
 */
export function sendAnswer(
  port: MessagePort,
  { status, headers, mediaType, body }: HttpResponse,
  faultOf: (error: unknown) => Fault,
): void {
  const post = (message: RequestMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const pieces = piecesOf(body)
  if (!pieces) return void post({ answer: { status, headers, mediaType, body: body as string | null } })
  const iterator = pieces[Symbol.asyncIterator]()
  port.on('message', async () => {
    try {
      const next = await iterator.next()
      if (next.done) return post({ end: true })
      const piece = copyOf(next.value)
      post({ piece }, [piece.buffer])
    } catch (error) {
      const { code, message } = faultOf(error)
      post({ broken: { code, detail: message } })
    }
  })
  port.on('close', () => pieces.destroy())
  post({ answer: { status, headers, mediaType, body: { isStreamed: true } } })
}

/** Undefined if the body fits into one message. */
function piecesOf(body: HttpResponse['body']): Readable | undefined {
  if (body === null || isStream(body)) return body ?? undefined
  if (body.length <= smallResponseBytesMax) return undefined
  const bytes = Buffer.from(body)
  return Readable.from(slicesOf(bytes), { objectMode: false })
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** Copied, because a buffer may share its memory with others, and transferred memory is lost here. */
function copyOf(chunk: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : new Uint8Array(chunk)
}
