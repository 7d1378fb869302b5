import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import { referenceAtEnd } from '@palate/core/profile/text-blobs.ts'
import { sha256 } from '../platform/hash.ts'

/** URLs are hashed, because a data URL can be a whole picture. A reference to a text blob already has this hash. */
export function pinKeyOf(source: PictureSource): string {
  if ('frameId' in source) return `frame:${source.frameId}`
  return `url:${referenceAtEnd(source.url)?.reference.hash ?? sha256(source.url).toString('hex')}`
}
