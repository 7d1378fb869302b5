import type { Readable } from 'node:stream'
import type { Fault } from '@palate/core/fault.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { currentWork } from '../../work/current-work.ts'
import { yieldIfLong } from '../../work/event-loop.ts'
import type { KeyService } from '../authentication/authenticate-request.ts'
import { leavesBodyUnread, linger } from '../connections/unread-bodies.ts'
import { createUnsentResponses, smallResponseBytesMax } from '../connections/unsent-responses.ts'
import { type HttpResponse, isStream } from './http-response.ts'

export type SendResponse = (request: FastifyRequest, reply: FastifyReply, response: HttpResponse) => void

const eventStream = 'text/event-stream'
/** The status that nginx and others log when the client closes the connection before the response. */
const clientWentAway = 499
const largeBodyLengthMin = 256 * 1024

interface Sending {
  readonly log: Logger
  /** Called when a request has finished, with the status that its client saw. */
  readonly onFinished: (request: FastifyRequest, status: number) => void
  readonly isStopping: () => boolean
  readonly basePath: string
  /** Headers of every response to this request. */
  readonly headersFor: (request: FastifyRequest) => Readonly<Record<string, string>> | undefined
  readonly watchKey: KeyService['watch']
}

/**
 * Sends every response. Text goes straight to the connection, because the framework would inspect it and each header
 * again. Streams go through the framework, which handles stream errors.
 */
export function createSendResponse(sending: Sending): SendResponse {
  const { log, onFinished, isStopping, basePath, headersFor, watchKey } = sending
  const unsent = createUnsentResponses((network, bytes) =>
    log.warn({ network, bytes }, 'closed a connection: clients have left too many response bytes unread'),
  )

  function sendText(request: FastifyRequest, { raw }: FastifyReply, response: HttpResponse, headers: object): void {
    const { status } = response
    const { body, bodyHeaders } = textOf(response)
    // Buffers that many responses share are not counted.
    if (body !== response.body && Buffer.isBuffer(body)) unsent.add(raw, request.clientAddress, body.length)
    if (!leavesBodyUnread(request.raw)) return void raw.writeHead(status, { ...headers, ...bodyHeaders }).end(body)
    raw.writeHead(status, { ...headers, ...bodyHeaders, connection: 'close' })
    raw.write(body)
    linger(request.raw).then(() => raw.end())
  }

  /** Logged when the stream ends. If it fails before its first byte, the status is that of the error sent instead. */
  function sendStream(request: FastifyRequest, reply: FastifyReply, body: Readable): void {
    const { raw } = reply
    request.isLoggedAtEnd = true
    const unwatch =
      request.caller &&
      watchKey(request.caller, (refusal) => {
        log.info({ requestId: request.id, code: refusal.code }, 'a response was cut short: its key no longer works')
        cutShort(request, reply, body, refusal)
      })
    raw.on('close', () => {
      unwatch?.()
      onFinished(request, raw.headersSent ? raw.statusCode : clientWentAway)
    })
    body.on('error', (err) => {
      if (raw.headersSent) log.warn({ err, requestId: request.id }, 'a response ended early')
    })
    reply.send(body)
  }

  return function sendResponse(request, reply, response) {
    const { status, mediaType, body } = response
    const headers = {
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      ...request.rateHeaders,
      ...(request.renewedCookie !== undefined && { 'set-cookie': request.renewedCookie }),
      // During shutdown, tell clients to open another connection for their next request.
      ...(isStopping() && { connection: 'close' }),
      ...headersFor(request),
      ...response.headers,
      // Handlers do not know the prefix.
      ...(basePath &&
        response.headers?.location?.startsWith('/') && { location: basePath + response.headers.location }),
    }
    if (isStream(body) && !reply.raw.destroyed) {
      reply.code(status).headers({ ...headers, 'content-type': mediaType })
      sendStream(request, reply, body)
      return
    }
    reply.hijack()
    const finish = () => {
      const isGone = reply.raw.destroyed
      if (isStream(body)) body.destroy()
      else if (!isGone) sendText(request, reply, response, headers)
      if (!request.isLoggedAtEnd) onFinished(request, isGone ? clientWentAway : status)
    }
    const yielded = isLarge(body) ? yieldIfLong(currentWork()) : undefined
    if (!yielded) return finish()
    // Nobody awaits it, so an error that is not caught here would end the process.
    yielded.then(finish).catch((err) => {
      log.warn({ err, requestId: request.id }, 'a response could not be sent')
      reply.raw.destroy()
    })
  }
}

/** Writing it takes a millisecond or more, and hundreds of requests may get a response that they share at once. */
function isLarge(body: HttpResponse['body']): boolean {
  return body !== null && !isStream(body) && body.length > largeBodyLengthMin
}

/** Ends a response whose key no longer works. If nothing was sent yet, the client gets the refusal instead. */
function cutShort(request: FastifyRequest, { raw }: FastifyReply, body: Readable, refusal: Fault): void {
  request.work?.abort(refusal)
  if (!raw.headersSent) return void body.destroy(refusal)
  if (raw.getHeader('content-type') !== eventStream) return void raw.destroy()
  // An event stream is never complete, so it may end normally.
  body.unpipe(raw)
  raw.end()
}

/** Some statuses have no body, and therefore no Content-Length. */
function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304
}

/**
 * The body to send. A large text becomes a buffer: Node would keep the text and a copy until everything has been sent.
 */
function textOf({ status, mediaType, body, length }: HttpResponse) {
  if (body === null || isStream(body))
    return { body: '', bodyHeaders: mayHaveBody(status) && { 'content-length': '0' } }
  const sent = typeof body === 'string' && body.length > smallResponseBytesMax ? Buffer.from(body) : body
  const size = typeof sent === 'string' ? (length ?? String(Buffer.byteLength(sent))) : String(sent.length)
  return { body: sent, bodyHeaders: { 'content-type': mediaType, 'content-length': size } }
}
