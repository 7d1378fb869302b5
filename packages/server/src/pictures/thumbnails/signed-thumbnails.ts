import type { Caller } from '@palate/core/keys/access.ts'
import { openAddressSigner } from '../../platform/signed-address.ts'
import type { Services } from '../../services.ts'
import { thumbnailPath } from './thumbnail-path.ts'

const dayMs = 86_400_000
/** How long a signed address works, to the end of a day, so that it stays the same for a day. */
export const signedThumbnailDays = 30

/** The address of a thumbnail that anyone can read without a key. */
export type ThumbnailUrlOf = (contentHash: string) => string

/** Signs addresses for the caller's key. Undefined if the service has no public URL, or no key of its own. */
export type SignThumbnails = (caller: Caller) => ThumbnailUrlOf | undefined

export function createSignThumbnails({
  config,
  clock,
  log,
}: Pick<Services, 'config' | 'clock' | 'log'>): SignThumbnails {
  const { publicUrl } = config
  const signer = publicUrl === undefined ? undefined : openAddressSigner(config)
  if (publicUrl !== undefined && !signer)
    log.warn('set PALATE_SECRET_KEY: without it thumbnails have no signed addresses')
  return ({ accountId, keyId }) => {
    if (!signer) return undefined
    const days = Math.floor(clock().getTime() / dayMs) + 1 + signedThumbnailDays
    const expires = (days * dayMs) / 1000
    return (contentHash) => {
      const path = thumbnailPath(contentHash)
      const signature = `${accountId}.${keyId}.${signer.sign({ accountId, keyId, path, expires })}`
      return `${publicUrl}${path}?expires=${expires}&signature=${signature}`
    }
  }
}
