import { hash, randomBytes } from 'node:crypto'
import { formatKey, visiblePrefix } from '@palate/core/keys/format.ts'

/** A new random key. `formatKey` skips one byte in 32, so 256 bytes are plenty for 32 characters. */
export function newKey(): string {
  return formatKey(randomBytes(256))
}

/** The only parts of a key that are stored. */
export function fingerprintOf(key: string): { readonly prefix: string; readonly hash: string } {
  return { prefix: visiblePrefix(key), hash: hashKey(key) }
}

export function hashKey(key: string): string {
  return hash('sha256', key)
}
