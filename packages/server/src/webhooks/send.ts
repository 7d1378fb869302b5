import { retryAfterMsOf } from '@palate/core/webhooks/retry.ts'
import { responseBytesMax } from '@palate/core/webhooks/schema.ts'
import type { Dispatcher, Pool } from 'undici'
import { version } from '../version.ts'
import { isForbidden } from './addresses.ts'

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

/** One attempt: it gives what came of it, whatever that is. Rejects only when `stop` ends it. */
export async function send({ pool, path, headers, body, nowMs }: Sending, stop: AbortSignal): Promise<Answer> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new Error('time ran out')), sendTimeoutMs)
  const end = () => clock.abort(stop.reason)
  stop.addEventListener('abort', end)
  try {
    stop.throwIfAborted()
    const sent = { ...headers, 'content-type': 'application/json', 'user-agent': userAgent }
    const response = await pool.request({ method: 'POST', path, headers: sent, body, signal: clock.signal })
    return answerOf(response, await readStart(response), nowMs)
  } catch (error) {
    stop.throwIfAborted()
    return { status: null, error: wordsFor(error, clock.signal.aborted), response: null, retryAfterMs: 0 }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

const userAgent = `palate-webhooks/${version}`

function answerOf({ statusCode: status, headers }: Dispatcher.ResponseData, response: string, nowMs: number): Answer {
  const isGood = status >= 200 && status < 300
  const retryAfter = headers['retry-after']
  const retryAfterMs = retryAfterMsOf(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, nowMs)
  return {
    status,
    error: isGood ? null : `the receiver answered with status ${status}`,
    response: response === '' ? null : response,
    retryAfterMs: isGood ? 0 : (retryAfterMs ?? 0),
  }
}

/** The first bytes of an answer as text. Whoever has more to say is hung up on. */
async function readStart({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  // Most answers are short and say so, and reading those whole is much quicker.
  const isShort = statusCode === 204 || Number(headers['content-length']) <= responseBytesMax
  if (isShort) return storable(await body.text())
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > responseBytesMax) break
  }
  const start = Buffer.concat(chunks).subarray(0, responseBytesMax)
  return storable(start.toString('utf8'))
}

/** No store could hold NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** What went wrong, in words that tell nothing about the network that we stand in. */
function wordsFor(error: unknown, timeRanOut: boolean): string {
  if (isForbidden(error)) return `url_forbidden: ${error.message}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (timeRanOut || /TIMEOUT|ETIMEDOUT|EAI_AGAIN/.test(code)) return `no answer within ${sendTimeoutMs / 1000} s`
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|EAI_)/.test(code)) return 'the host name has no address'
  if (/TLS|SSL|CERT|EPROTO|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/.test(code)) return 'no secure connection'
  if (/^HPE_|UND_ERR_HEADERS_OVERFLOW/.test(code)) return 'the receiver did not answer in proper HTTP'
  return 'the connection was refused or broke'
}
