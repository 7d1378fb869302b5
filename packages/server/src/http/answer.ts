import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly mediaType: string
  /** Null for an answer without a body. */
  readonly body: string | Readable | null
  /** Length of the body in bytes, if it is already known. */
  readonly length?: string
}

export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => void

/** Called when a request is over, with the status that its client saw. */
type NoteRequest = (request: FastifyRequest, status: number) => void

/** The status that nginx and others log if the client closes the connection before the answer. */
const clientWentAway = 499

/**
 * Sends every answer. Text goes straight to the connection, because the framework would inspect it and each header once
 * more. Streams go through the framework, which handles those that break.
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

  /** Recorded when it ends. If it breaks before its first byte, the status is that of the error sent instead. */
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
      // During a stop, clients are told to open another connection for their next request.
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

/** These statuses have no body, and so no Content-Length. */
function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304
}
