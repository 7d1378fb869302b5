import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { secretBytes, secretPrefix } from '@palate/core/webhooks/schema.ts'
import { signatureHeader, signedContent } from '@palate/core/webhooks/signature.ts'
import { LRUCache } from 'lru-cache'

const keysCachedMax = 1000
/** Cached because importing a secret as a key takes ten times as long as signing with it. */
const keys = new LRUCache<string, KeyObject>({ max: keysCachedMax })

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

function signingKeyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(Buffer.from(secret.slice(secretPrefix.length), 'base64'))
  keys.set(secret, key)
  return key
}
