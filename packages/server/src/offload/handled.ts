import { Readable } from 'node:stream'
import { type Answer, isStream } from '../http/answer.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import { smallAnswerBytesMax } from '../http/connections/unsent-answers.ts'
import type { Handled } from './calls.ts'
import { joinChecked, splitChecked } from './checked-body.ts'
import { type FailureOf, transferring } from './rpc.ts'
import { receiveStream, sendStream } from './rpc-streams.ts'

/** A text is sent in pieces of this size. */
const pieceBytes = 256 * 1024

/** A large body is streamed. */
export function sentAnswer({ body, ...answer }: Answer, failureOf: FailureOf): Handled {
  if (body === null) return { answer: { ...answer, body } }
  if (!isStream(body) && body.length <= smallAnswerBytesMax) return { answer: { ...answer, body: String(body) } }
  const stream = isStream(body) ? body : Readable.from(slicesOf(Buffer.from(body)), { objectMode: false })
  const rest = sendStream(stream, failureOf)
  return transferring({ answer: { ...answer, body: null }, rest }, [rest])
}

/** Long lists are streamed. */
export function sentChecked(all: CheckedRequest, failureOf: FailureOf): Handled {
  const { checked, pieces } = splitChecked(all)
  if (!pieces) return { checked }
  const rest = sendStream(pieces, failureOf)
  return transferring({ checked, rest }, [rest])
}

/** The main thread's side. The body of a response is read later, long lists immediately. */
export async function receiveHandled({
  rest,
  ...handled
}: Handled): Promise<{ readonly answer: Answer } | { readonly checked: CheckedRequest }> {
  if (!rest) return handled
  if ('answer' in handled) return { answer: { ...handled.answer, body: receiveStream(rest, { objectMode: false }) } }
  return { checked: await joinChecked(handled.checked, receiveStream(rest, { objectMode: true })) }
}

function* slicesOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}
