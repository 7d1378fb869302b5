/** Standard Webhooks: what is signed, and how signatures are told. The secret part is the server's. */
export function signedContent(eventId: string, timestampSeconds: number, body: string): string {
  return `${eventId}.${timestampSeconds}.${body}`
}

/** Each signature is base64 of HMAC-SHA256; a receiver is content with any one of them. */
export function signatureHeader(signatures: readonly string[]): string {
  return signatures.map((signature) => `v1,${signature}`).join(' ')
}
