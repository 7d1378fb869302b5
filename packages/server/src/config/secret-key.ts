export const secretKeyBytes = 32

/** Whether a text is a key: 32 bytes in base64, as `openssl rand -base64 32` prints them. */
export function isSecretKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === secretKeyBytes
}
