import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const keyIdLength = 8
/** `sealed1:<key id>:<base64 of nonce, ciphertext and tag>` */
const sealedPrefix = 'sealed1'

/** Encrypts and decrypts texts. */
interface SecretBox {
  /** How texts start that were encrypted with the current key; undefined if there is no key. */
  readonly currentPrefix: string | undefined
  /** Encrypts a text for one place, such as a row. Returns it unchanged if there is no key. */
  seal(text: string, place: string): string
  /** The text as it was before `seal`, and unencrypted texts unchanged. Undefined if no key fits. */
  open(stored: string, place: string): string | undefined
}

/** Encrypts with the first key and decrypts with all of them. Keys are 32 bytes in base64. */
export function createSecretBox(keys: readonly string[]): SecretBox {
  const byId = new Map(keys.map((key) => [keyIdOf(key), Buffer.from(key, 'base64')]))
  const [current] = byId
  const currentPrefix = current && `${sealedPrefix}:${current[0]}:`
  return {
    currentPrefix,
    seal(text, place) {
      if (!current) return text
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, current[1], iv).setAAD(Buffer.from(place))
      const content = Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()])
      return currentPrefix + content.toString('base64')
    },
    open(stored, place) {
      if (!isSealed(stored)) return stored
      const key = byId.get(sealingKeyId(stored))
      return key && decrypt(Buffer.from(stored.split(':')[2] ?? '', 'base64'), key, place)
    },
  }
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(`${sealedPrefix}:`)
}

/** Names the key that a text was encrypted with, and reveals nothing about it. */
export function sealingKeyId(stored: string): string {
  return stored.split(':')[1] ?? ''
}

export function keyIdOf(key: string): string {
  return createHash('sha256')
    .update('palate key id')
    .update(Buffer.from(key, 'base64'))
    .digest('hex')
    .slice(0, keyIdLength)
}

/** Undefined if the content or its place was changed. */
function decrypt(content: Buffer, key: Buffer, place: string): string | undefined {
  if (content.length < ivBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, key, content.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(place)).setAuthTag(content.subarray(-tagBytes))
  try {
    return opening.update(content.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return undefined
  }
}
