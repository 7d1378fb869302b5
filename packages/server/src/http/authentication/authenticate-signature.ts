import { Fault } from '@palate/core/fault.ts'
import { isSignable } from '@palate/core/frames/is-signable.ts'
import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../../platform/iso-time.ts'
import { openAddressSigner, signedAddressDaysMax } from '../../platform/signed-address.ts'
import type { Services } from '../../services.ts'

/** Finds the key that an address was signed for; provided by the keys feature. */
export type SignerLookup = (accountId: string, keyId: string) => Promise<(Caller & KeyState) | undefined>

/** Whether a request has a signature in place of a key. */
export function isSigned({ route, query }: FastifyRequest): boolean {
  return route !== undefined && isSignable(route) && (query as Query).signature !== undefined
}

/**
 * The caller of a signed address: the key that it was signed for. Revoking the key ends its addresses.
 */
export function createSignatureAuthenticator(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  findSigner: SignerLookup,
) {
  const signatures = config.publicUrl === undefined ? undefined : openAddressSigner(config)
  return async (request: FastifyRequest): Promise<Caller> => {
    if (config.publicUrl === undefined) {
      throw new Fault('thumbnail_not_found', 'signed addresses need PALATE_PUBLIC_URL, which is not set')
    }
    const { expires, signature } = request.query as Query
    const [accountId = '', keyId = '', mac = ''] = String(signature).split('.')
    const seconds = /^\d{1,11}$/.test(String(expires)) ? Number(expires) : 0
    const [path = ''] = request.url.split('?')
    const nowMs = clock().getTime()
    const isOurs = seconds * 1000 <= nowMs + signedAddressDaysMax * dayMs
    const isGenuine = isOurs && signatures?.isGenuine({ accountId, keyId, path, expires: seconds }, mac)
    const signer = isGenuine ? await findSigner(accountId, keyId) : undefined
    if (!signer || keyFaultOf(signer, isoTime(nowMs)))
      throw new Fault('invalid_signature', 'the signature does not match the address, or its key was revoked')
    if (seconds * 1000 <= nowMs) throw new Fault('expired_signature', 'the address has expired: request a new one')
    return signer
  }
}

const dayMs = 86_400_000

interface Query {
  readonly expires?: unknown
  readonly signature?: unknown
}
