import type { Socket } from 'node:net'
import { Fault, type FaultCode, problemOf } from '@palate/core/fault.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { keyPrefix, keyRandomLength, visiblePrefix } from '@palate/core/keys/format.ts'
import { maxHeaderSize, STATUS_CODES } from '../../platform/node-http.ts'
import type { Services } from '../../services.ts'
import type { Unavailability } from '../../store/store.ts'
import { connectionOf } from '../connections/client-connection.ts'
import type { HttpResponse } from './http-response.ts'

const problemType = 'application/problem+json; charset=utf-8'

export function faultResponse(fault: Fault, requestId: string): HttpResponse {
  const body = redactKeys(JSON.stringify(problemOf(fault, requestId)))
  return { status: fault.status, headers: fault.extras.headers, mediaType: problemType, body }
}

/** Leads a browser to a page that says what is wrong. The code is one of a table, and the page has the words. */
export function failurePageOf({ code, extras }: Fault): HttpResponse {
  return { status: 302, headers: { ...extras.headers, location: `/#error=${code}` }, mediaType: 'text/html', body: '' }
}

/** Redacts API keys that a client sent in the wrong place. */
function redactKeys(text: string): string {
  return text.replace(keyAnywhere, (key) => `${visiblePrefix(key)}…`)
}

const keyAnywhere = new RegExp(`${keyPrefix}[0-9A-Za-z]{${keyRandomLength},}`, 'g')

/**
 * The fault to report for an error. A Fault is reported as is; anything else becomes an internal error without details.
 */
export function faultOf(error: unknown, requestId: string, { log, store }: Pick<Services, 'log' | 'store'>): Fault {
  if (error instanceof Fault) return error
  const reason = store.unavailability(error)
  if (reason) {
    const { detail, retryAfterSeconds } = unavailable[reason]
    log.warn({ err: error, requestId }, detail)
    return new Fault('unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) } })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 415) return new Fault('unsupported_media_type', 'the Content-Type is not well-formed')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Fault('invalid_request', 'the request is not well-formed')
  }
  log.error({ err: error, requestId }, 'a request failed')
  return new Fault('internal', 'internal error; please report the request id')
}

const unavailable: Readonly<Record<Unavailability, { readonly detail: string; readonly retryAfterSeconds: number }>> = {
  unreachable: { detail: 'the store is not responding; try again', retryAfterSeconds: 5 },
  locked: { detail: 'a concurrent write holds the lock; try again', retryAfterSeconds: 2 },
  full: { detail: 'the store has no disk space left; try again later', retryAfterSeconds: 30 },
  outdated: {
    detail: 'a newer version of Palate has upgraded the store: restart this process with the new version',
    retryAfterSeconds: 30,
  },
  bucket_unreachable: { detail: 'the bucket that stores pictures is not responding; try again', retryAfterSeconds: 5 },
  bucket_refusing: {
    detail: 'the bucket that stores pictures refuses requests; the operator has to look at its key or policy',
    retryAfterSeconds: 30,
  },
  replaced: {
    detail: 'the file of the store was removed or replaced while this process had it open: restart the process',
    retryAfterSeconds: 30,
  },
}

/** Answers bytes that are not HTTP directly on the socket. */
export function refuseUnparsable(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const connection = connectionOf(socket)
  // They come after the request that is being answered.
  if (connection?.current?.req.complete) {
    connection.closeAfterResponse()
    return
  }
  // They belong to the request that is being answered.
  if (connection?.current?.headersSent) return void socket.destroy()
  const fault = new Fault(...(wireFaults[error.code ?? ''] ?? notWellFormed))
  const body = JSON.stringify(problemOf(fault, requestId))
  const head = `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`)
}

const notWellFormed = ['invalid_request', 'the request is not well-formed HTTP'] as const

/** Keyed by Node's error codes. */
const wireFaults: Readonly<Record<string, readonly [FaultCode, string]>> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    `the request line and headers are limited to ${describeBytes(maxHeaderSize)} in total`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'the chunk extensions of the body are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not arrive completely in time; send it again'],
}
