/** The content that is signed under Standard Webhooks. The server computes the HMAC. */
export function signedContent(eventId: string, timestampSeconds: number, body: string): string {
  return `${eventId}.${timestampSeconds}.${body}`
}

/** The `webhook-signature` header: base64 HMAC-SHA256 signatures, any one of which a receiver may accept. */
export function signatureHeader(signatures: readonly string[]): string {
  return signatures.map((signature) => `v1,${signature}`).join(' ')
}
