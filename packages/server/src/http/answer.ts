import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly mediaType: string
  /** Null where the status says it all. */
  readonly body: string | Readable | null
  /** Of the body in bytes, where it is known already. */
  readonly length?: string
}

export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => void

/** Told of each request when it is over, with the status that its client saw. */
type NoteRequest = (request: FastifyRequest, status: number) => void

/** As other servers log a request whose client did not wait for the answer. */
const clientWentAway = 499

/**
 * Every answer leaves by this door. A whole text is written to the connection as it is: the framework would look at it,
 * and at each header, once more. A stream is left to the framework, which knows what to do when one breaks.
 */
export function createSendAnswer(log: Logger, note: NoteRequest, isStopping: () => boolean): SendAnswer {
  function sendText({ raw }: FastifyReply, { status, mediaType, body, length }: Answer, headers: object): void {
    if (typeof body !== 'string') {
      raw.writeHead(status, { ...headers, ...(mayHaveBody(status) && { 'content-length': '0' }) }).end()
      return
    }
    const size = length ?? String(Buffer.byteLength(body))
    raw.writeHead(status, { ...headers, 'content-type': mediaType, 'content-length': size }).end(body)
  }

  /** Noted when it has ended, with whatever was sent in its place where it broke before its first byte. */
  function sendStream(request: FastifyRequest, reply: FastifyReply, body: Readable): void {
    const { raw } = reply
    request.isLoggedAtEnd = true
    raw.on('close', () => note(request, raw.headersSent ? raw.statusCode : clientWentAway))
    body.on('error', (err) => {
      if (raw.headersSent) log.warn({ err, requestId: request.id }, 'an answer broke off')
    })
    reply.send(body)
  }

  return function sendAnswer(request, reply, answer) {
    const { status, mediaType, body } = answer
    const headers = {
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      ...request.rateHeaders,
      // At the stop whoever is still being served is told to take another connection for the next request.
      ...(isStopping() && { connection: 'close' }),
      ...answer.headers,
    }
    const isGone = reply.raw.destroyed
    if (isStream(body) && !isGone) {
      reply.code(status).headers({ ...headers, 'content-type': mediaType })
      sendStream(request, reply, body)
      return
    }
    reply.hijack()
    if (isStream(body)) body.destroy()
    else if (!isGone) sendText(reply, answer, headers)
    if (!request.isLoggedAtEnd) note(request, isGone ? clientWentAway : status)
  }
}

export function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}

/** HTTP has no length for what can have no body. */
function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304
}
