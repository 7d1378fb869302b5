/**
 * A key is `plt_`, 32 random base62 characters, and a CRC-32 checksum of both in 6 characters, so that a mistyped key
 * is refused without a query to the store.
 */
export const keyPrefix = 'plt_'
export const keyRandomLength = 32
const checksumLength = 6
const visibleLength = 12
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes a key from random bytes. Skips bytes from 248 (the last multiple of 62) to avoid modulo bias. */
export function formatKey(randomBytes: Iterable<number>): string {
  let body = keyPrefix
  for (const byte of randomBytes) {
    if (body.length === keyPrefix.length + keyRandomLength) break
    if (byte < 248) body += alphabet[byte % 62]
  }
  if (body.length < keyPrefix.length + keyRandomLength) throw new RangeError('too few random bytes for a key')
  return body + checksum(body)
}

export function isWellFormedKey(text: string): boolean {
  if (!/^plt_[0-9A-Za-z]{38}$/.test(text)) return false
  return text.endsWith(checksum(text.slice(0, -checksumLength)))
}

/** The part of a key that is still shown after creation. */
export function visiblePrefix(key: string): string {
  return key.slice(0, visibleLength)
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = (alphabet[rest % 62] ?? '') + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) crc = (crcTable[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
