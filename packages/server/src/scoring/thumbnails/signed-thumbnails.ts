import type { Caller } from '@palate/core/keys/access.ts'
import { signatureOf } from '../../platform/signed-address.ts'
import type { FindSigner } from '../../ports/keys.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { thumbnailPath } from './thumbnail-path.ts'

const dayMs = 86_400_000
/** How long a signed address works, to the end of a day, so that it stays the same for a day. */
export const signedThumbnailDays = 30

/** The address of a thumbnail that anyone can read without a key. */
export type ThumbnailUrlOf = (contentHash: string) => string

/** Signs addresses with the caller's key. Undefined if the service has no public URL. */
export type SignThumbnails = (db: Db, caller: Caller) => Promise<ThumbnailUrlOf | undefined>

export function createSignThumbnails(
  { config: { publicUrl }, clock }: Pick<Services, 'config' | 'clock'>,
  findSigner: FindSigner,
): SignThumbnails {
  return async (db, { accountId, keyId }) => {
    const signer = publicUrl === undefined ? undefined : await findSigner(db, accountId, keyId)
    if (!signer) return undefined
    const days = Math.floor(clock().getTime() / dayMs) + 1 + signedThumbnailDays
    const expires = (days * dayMs) / 1000
    return (contentHash) => {
      const path = thumbnailPath(contentHash)
      const signature = `${accountId}.${keyId}.${signatureOf(signer.hash, path, expires)}`
      return `${publicUrl}${path}?expires=${expires}&signature=${signature}`
    }
  }
}
