import { hash, randomBytes } from 'node:crypto'
import { formatKey, visiblePrefix } from '@palate/core/keys/format.ts'

/** A fresh secret. One byte value in 32 is passed over, so that 256 bytes are plenty for 32 characters. */
export function newKey(): string {
  return formatKey(randomBytes(256))
}

/** All that is stored of a key. */
export function fingerprintOf(key: string): { readonly prefix: string; readonly hash: string } {
  return { prefix: visiblePrefix(key), hash: hashKey(key) }
}

export function hashKey(key: string): string {
  return hash('sha256', key)
}
