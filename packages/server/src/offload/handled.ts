import { Readable } from 'node:stream'
import { type Answer, isStream } from '../http/answer.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import { smallAnswerBytesMax } from '../http/connections/unsent-answers.ts'
import type { Handled } from './calls.ts'
import { joinChecked, splitChecked } from './checked-body.ts'
import type { FailureOf } from './rpc.ts'
import { receiveStream, sendStream } from './rpc-streams.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024

/** A large body is streamed. */
export function sentAnswer({ body, ...answer }: Answer, failureOf: FailureOf): Handled {
  if (body === null) return { answer: { ...answer, body } }
  if (!isStream(body) && body.length <= smallAnswerBytesMax) return { answer: { ...answer, body: String(body) } }
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
  const answer: Answer = handled.answer
  return { answer: rest ? { ...answer, body: receiveStream(rest, { objectMode: false }) } : answer }
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}
