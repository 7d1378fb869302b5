import { Readable } from 'node:stream'
import { smallResponseBytesMax } from '../http/connections/unsent-responses.ts'
import type { CheckedRequest } from '../http/request/check-request.ts'
import { type HttpResponse, isStream } from '../http/response/http-response.ts'
import type { Handled } from './calls.ts'
import { joinChecked, splitChecked } from './checked-body.ts'
import type { FailureOf } from './rpc.ts'
import { receiveStream, sendStream } from './rpc-streams.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024

/** A large body is streamed. */
export function sentAnswer({ body, ...answer }: HttpResponse, failureOf: FailureOf): Handled {
  if (body === null) return { answer: { ...answer, body } }
  if (!isStream(body) && body.length <= smallResponseBytesMax) return { answer: { ...answer, body: String(body) } }
  const stream = isStream(body) ? body : Readable.from(slicesOf(Buffer.from(body)), { objectMode: false })
  return { answer: { ...answer, body: null }, rest: sendStream(stream, failureOf) }
}

/** Long lists are streamed. */
export function sentChecked(all: CheckedRequest, failureOf: FailureOf): Handled {
  const { checked, pieces } = splitChecked(all)
  return pieces ? { checked, rest: sendStream(pieces, failureOf) } : { checked }
}

/** The main thread's side. The body of a response is read later, long lists immediately. */
export async function receiveHandled({ rest, ...handled }: Handled) {
  if ('checked' in handled) {
    return rest ? { checked: await joinChecked(handled.checked, receiveStream(rest, { objectMode: true })) } : handled
  }
  const answer: HttpResponse = handled.answer
  return { answer: rest ? { ...answer, body: receiveStream(rest, { objectMode: false }) } : answer }
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}
