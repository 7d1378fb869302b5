import { createHmac, randomBytes } from 'node:crypto'
import { retryAfterMsOf } from '@palate/core/webhooks/retry.ts'
import { responseBytesMax, secretBytes, secretPrefix } from '@palate/core/webhooks/schema.ts'
import { signatureHeader, signedContent } from '@palate/core/webhooks/signature.ts'
import type { Dispatcher, Pool } from 'undici'
import { endTrace, nowMs, startTrace, type Tracer, traceparentOf } from '../../platform/tracing/tracing.ts'
import { version } from '../../platform/version.ts'
import { isForbidden } from '../addresses.ts'
import type { Job } from './claims.ts'

export const sendTimeoutMs = 15_000

export interface Answer {
  readonly status: number | null
  /** Null for a success. */
  readonly error: string | null
  readonly response: string | null
  readonly retryAfterMs: number
}

export interface Sending {
  readonly pool: Pool
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly nowMs: number
}

/** Sends requests to webhooks. There is one per process, so that a stop can end all that are in flight. */
export class Sender {
  readonly #inFlight = new Set<(reason: Error) => void>()

  /** Makes one attempt and resolves with its result, even if it fails. Rejects only when a stop ends it. */
  send({ pool, path, headers, body, nowMs }: Sending): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isOver = false
      let controller: Dispatcher.DispatchController | undefined
      let status = 0
      let retryAfter: string | string[] | undefined
      const chunks: Buffer[] = []
      let length = 0

      const settle = () => {
        isOver = true
        clearTimeout(timer)
        this.#inFlight.delete(end)
      }
      const succeed = () => {
        if (isOver) return
        settle()
        resolve(answerOf(status, retryAfter, startOf(chunks), nowMs))
      }
      const fail = (error: unknown, isLate = false) => {
        if (isOver) return
        settle()
        resolve(failureOf(error, isLate))
      }
      const end = (reason: Error) => {
        settle()
        reject(reason)
        controller?.abort(reason)
      }
      const timer = setTimeout(() => {
        const late = new Error('timed out')
        fail(late, true)
        controller?.abort(late)
      }, sendTimeoutMs)
      this.#inFlight.add(end)

      const sent = { ...headers, 'content-type': 'application/json', 'user-agent': userAgent }
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          controller = started
          if (isOver) started.abort(new Error('the attempt has ended'))
        },
        onResponseStart(_, statusCode, { 'retry-after': after }) {
          status = statusCode
          retryAfter = after
        },
        // Truncate a response that is longer than Palate keeps.
        onResponseData(answering, chunk) {
          chunks.push(chunk)
          length += chunk.length
          if (length <= responseBytesMax) return
          succeed()
          answering.abort(new Error('the response is longer than Palate keeps'))
        },
        onResponseEnd: succeed,
        onResponseError: (_, error) => fail(error),
      }
      try {
        // Not `request`: its streams and signals cost as much as the request itself.
        pool.dispatch({ method: 'POST', path, headers: sent, body }, handler)
      } catch (error) {
        fail(error)
      }
    })
  }

  /** Ends the requests in flight. They do not count as attempts. */
  stop(reason: Error): void {
    for (const end of this.#inFlight) end(reason)
  }
}

/** The result of an attempt without a response. */
export function failureOf(error: unknown, isLate = false): Answer {
  return { status: null, error: wordsFor(error, isLate), response: null, retryAfterMs: 0 }
}

const userAgent = `palate-webhooks/${version}`

function answerOf(
  status: number,
  retryAfter: string | string[] | undefined,
  response: string | null,
  nowMs: number,
): Answer {
  if (status >= 200 && status < 300) return { status, error: null, response, retryAfterMs: 0 }
  const retryAfterMs = retryAfterMsOf(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, nowMs) ?? 0
  return { status, error: `the receiver answered with status ${status}`, response, retryAfterMs }
}

/** The first bytes of a response as text. */
function startOf(chunks: readonly Buffer[]): string | null {
  if (chunks.length === 0) return null
  const start = storable(Buffer.concat(chunks).subarray(0, responseBytesMax).toString('utf8'))
  return start === '' ? null : start
}

/** PostgreSQL cannot store NUL in text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Describes an error without revealing anything about the server's network. */
function wordsFor(error: unknown, timeRanOut: boolean): string {
  if (isForbidden(error)) return `url_forbidden: ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (timeRanOut || /TIMEOUT|ETIMEDOUT|EAI_AGAIN/.test(code)) return `no answer within ${sendTimeoutMs / 1000} s`
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|EAI_)/.test(code))
    return 'the host name does not resolve'
  if (/TLS|SSL|CERT|EPROTO|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/.test(code)) return 'the TLS connection failed'
  if (/^HPE_|UND_ERR_HEADERS_OVERFLOW/.test(code)) return 'the receiver sent an invalid HTTP response'
  return 'the connection was refused or lost'
}

export function newSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`
}

/** The Standard Webhooks headers, with one signature per secret. */
export function signedHeaders(secrets: readonly string[], eventId: string, timeMs: number, body: string) {
  const seconds = Math.floor(timeMs / 1000)
  const content = signedContent(eventId, seconds, body)
  const signatures = secrets.map((secret) =>
    createHmac('sha256', signingKeyOf(secret)).update(content).digest('base64'),
  )
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureHeader(signatures),
  }
}

function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64')
}

/** Continues the trace of the request that caused the event, and passes it on to the receiver. */
export async function traceDelivery(
  tracer: Tracer,
  { webhookId, eventId, tries, traceparent }: Job,
  send: (headers: { readonly traceparent: string }) => Promise<Answer>,
): Promise<Answer> {
  const trace = startTrace(tracer, traceparent)
  const startMs = nowMs()
  const answer = await send({ traceparent: traceparentOf(trace) })
  const attributes = {
    'palate.webhook_id': webhookId,
    'palate.event_id': eventId,
    'palate.attempt': tries + 1,
    ...(answer.status !== null && { 'http.response.status_code': answer.status }),
  }
  endTrace(trace, { name: 'deliver', kind: 'client', startMs, attributes, isError: answer.error !== null })
  return answer
}
