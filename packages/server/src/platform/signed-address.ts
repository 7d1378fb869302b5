import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of an address that works until `expires`, in seconds since 1970. */
export function signatureOf(secret: string, path: string, expires: number): string {
  return createHmac('sha256', secret).update(`palate signed address\n${path}\n${expires}`).digest('base64url')
}

/** Takes the same time for every signature of the right length. */
export function isSignatureOf(secret: string, path: string, expires: number, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, path, expires))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
