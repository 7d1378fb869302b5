import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { openSecretKeys } from './secret-keys.ts'

/** How long a signed address can work. One that claims more is not ours. */
export const signedAddressDaysMax = 32

/** What a signature is for. */
export interface SignedAddress {
  readonly accountId: string
  /** The API key that asked for it. */
  readonly keyId: string
  readonly path: string
  /** In seconds since 1970. */
  readonly expires: number
}

/**
 * Signs addresses with a secret that derives from the service's key, so that nothing in the store is enough to sign. The
 * keys of a rotation are all accepted. Undefined if the service has no key.
 */
export function openAddressSigner(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey' | 'secretKeyOld'>) {
  const [current, ...others] = openSecretKeys(config).map(secretOf)
  if (!current) return undefined
  return {
    sign: (address: SignedAddress): string => signatureOf(current, address),

    /** Takes the same time for every signature of the right length. */
    isGenuine: (address: SignedAddress, signature: string): boolean =>
      [current, ...others].some((secret) => isSame(signatureOf(secret, address), signature)),
  }
}

function secretOf(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'palate signed addresses', 32))
}

function signatureOf(secret: Uint8Array, { accountId, keyId, path, expires }: SignedAddress): string {
  return createHmac('sha256', secret).update(`${accountId}\n${keyId}\n${path}\n${expires}`).digest('base64url')
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
