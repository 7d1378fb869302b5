import { UrlForbidden } from '../../network/ssrf-guard.ts'
import { FrameFault } from '../picture-faults.ts'

export function faultOfStatus(status: number): FrameFault {
  const retryable = (status >= 500 && status < 600) || retryableStatuses.has(status)
  return new FrameFault('fetch_failed', `the host answered with status ${status}`, { retryable })
}

/** Describes an error without revealing anything about the server's network. */
export function faultOfError(error: unknown, hasTimedOut: boolean): FrameFault {
  if (error instanceof FrameFault) return error
  if (error instanceof UrlForbidden) return new FrameFault('url_forbidden', error.message)
  if (hasTimedOut) return timedOut()
  const code = codeOf(error)
  if (timeoutCodes.has(code)) return timedOut()
  if (brokenCodes.has(code)) {
    return new FrameFault('fetch_failed', 'the connection was refused or lost', { retryable: true })
  }
  if (nameCodes.has(code)) return new FrameFault('fetch_failed', 'the host name does not resolve')
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code)) {
    return new FrameFault('fetch_failed', 'the TLS connection failed: the certificate or the protocol was rejected')
  }
  return new FrameFault('fetch_failed', 'the host sent an invalid HTTP response')
}

const retryableStatuses = new Set([408, 425, 429])

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ETIMEOUT', // the name server did not answer
  'EAI_AGAIN',
])

const brokenCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

const nameCodes = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EBADNAME',
  'EBADRESP',
  'EREFUSED',
  'EAI_FAIL',
  'EAI_NODATA',
])

function timedOut(): FrameFault {
  return new FrameFault('fetch_timeout', 'the host did not send the picture in time', { retryable: true })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
