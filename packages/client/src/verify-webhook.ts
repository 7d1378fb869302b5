import type { Event } from './api-types.ts'
import { PalateError } from './error.ts'

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How much the sender's clock may differ. Default: 300 s. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

/**
 * Verifies that a webhook was sent by your Palate, and returns its event. Pass the raw body.
 *
 * @throws a PalateError with code `invalid_signature`
 * @example
 * const event = await verifyWebhook(secret, request.headers, await request.text())
 * if (event.type === 'profile.committed') rebuild(event.data)
 */
export async function verifyWebhook(
  secret: string,
  headers: HeaderSource,
  body: string,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) throw invalid('the timestamp is too old or new')
  const key = await importKey(secret)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures) {
    const bytes = signature.startsWith('v1,') ? base64(signature.slice(3)) : undefined
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return JSON.parse(body)
  }
  throw invalid('no signature matches')
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = base64(secret.replace(/^whsec_/, ''))
  if (!bytes) throw invalid('the secret is not valid')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers[name] ?? headers[titleCase(name)])
  if (typeof value !== 'string') throw invalid(`no header ${name}`)
  return value
}

function titleCase(name: string): string {
  return name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase())
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function invalid(message: string): PalateError {
  return new PalateError('invalid_signature', message)
}
