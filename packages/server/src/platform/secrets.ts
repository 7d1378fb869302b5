import { hash, randomBytes } from 'node:crypto'

/** A random 256-bit token or code, for a cookie or the fragment of a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Any other form was never issued here, so no query is needed. */
export function isWellFormedSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Only the hash is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
