import { hash, randomBytes } from 'node:crypto'

/** A random token or code of 256 bits, for a cookie or the fragment of an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is not in this form was never made here, so the store need not be asked. */
export function isWellFormedSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Only this is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
