import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import type { CheckedRequest } from '../http/request/check-request.ts'
import type { HttpResponse } from '../http/response/http-response.ts'
import { more, type RequestMessage } from './messages.ts'
import { receiveLists } from './receive-lists.ts'

export type Received = { readonly answer: HttpResponse } | { readonly checked: CheckedRequest }

/** Waits for the request thread's result. A streamed body is read from the port afterwards. */
export function receiveAnswer(port: MessagePort): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  port.once('message', (message: RequestMessage) => {
    if ('answer' in message && isStreamed(message.answer.body)) {
      return resolve({ answer: { ...message.answer, body: streamOf(port) } })
    }
    if ('checked' in message && !message.isWhole) return receiveLists(port, message.checked, resolve)
    port.close()
    if ('answer' in message) resolve({ answer: { ...message.answer, body: message.answer.body as string | null } })
    if ('checked' in message) resolve({ checked: message.checked })
  })
  port.once('close', () => reject(threadStopped()))
  return promise
}

function isStreamed(body: unknown): boolean {
  return typeof body === 'object' && body !== null
}

/** Requests one piece at a time, so a client that reads slowly stops the thread from producing more. */
function streamOf(port: MessagePort): Readable {
  const body = new Readable({
    read: () => port.postMessage(more),
    destroy(error, done) {
      port.close()
      done(error)
    },
  })
  // If the thread stops before the body is read, a later reader still sees the error.
  body.on('error', () => {})
  port.on('message', (message: RequestMessage) => {
    if ('piece' in message) body.push(Buffer.from(message.piece.buffer))
    if ('end' in message) body.push(null)
    if ('broken' in message) body.destroy(new Fault(message.broken.code, message.broken.detail))
  })
  port.once('close', () => body.destroy(threadStopped()))
  return body
}

export function threadStopped(): Fault {
  const headers = { 'retry-after': '1' }
  return new Fault('unavailable', 'the thread handling this request stopped; try again', { headers })
}
