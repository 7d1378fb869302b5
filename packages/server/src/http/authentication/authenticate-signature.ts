import { Fault } from '@palate/core/fault.ts'
import { isSignable } from '@palate/core/frames/is-signable.ts'
import { type Caller, keyFaultOf } from '@palate/core/keys/access.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../../platform/iso-time.ts'
import { isSignatureOf } from '../../platform/signed-address.ts'
import type { Signer } from '../../ports/keys.ts'
import type { Services } from '../../services.ts'

/** Finds the key that signed an address; provided by the keys feature. */
export type SignerLookup = (accountId: string, keyId: string) => Promise<Signer | undefined>

/** Whether a request has a signature in place of a key. */
export function isSigned({ route, query }: FastifyRequest): boolean {
  return route !== undefined && isSignable(route) && (query as Query).signature !== undefined
}

/**
 * The caller of a signed address: the key that it was signed with. Revoking the key ends the addresses that it signed.
 */
export function createSignatureAuthenticator(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  findSigner: SignerLookup,
) {
  return async (request: FastifyRequest): Promise<Caller> => {
    if (config.publicUrl === undefined) {
      throw new Fault('thumbnail_not_found', 'signed addresses need PALATE_PUBLIC_URL, which is not set')
    }
    const { expires, signature } = request.query as Query
    const [accountId = '', keyId = '', mac = ''] = String(signature).split('.')
    const seconds = /^\d{1,11}$/.test(String(expires)) ? Number(expires) : 0
    const signer = await findSigner(accountId, keyId)
    const [path = ''] = request.url.split('?')
    const isGenuine = isSignatureOf(signer?.hash ?? '', path, seconds, mac)
    const nowMs = clock().getTime()
    if (!signer || !isGenuine || keyFaultOf(signer, isoTime(nowMs)))
      throw new Fault('invalid_signature', 'the signature does not match the address, or its key was revoked')
    if (seconds * 1000 <= nowMs) throw new Fault('expired_signature', 'the address has expired: request a new one')
    return signer
  }
}

interface Query {
  readonly expires?: unknown
  readonly signature?: unknown
}
