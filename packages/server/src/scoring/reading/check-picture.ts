import { Fault } from '@palate/core/fault.ts'
import type { CheckPicture } from '../../ports/scoring.ts'
import { rethrowForClient } from '../client-fault.ts'
import { FrameFault } from '../faults.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'

interface Parts {
  readonly extractor: Pick<FeatureExtractor, 'admit' | 'extract'>
  readonly featureCache: Pick<FeatureCache, 'add'>
  readonly thumbnails: Pick<Thumbnails, 'addPreview'>
}

/** Decodes a picture before it is stored. Keeps its features, so that the first score need not decode it again. */
export function createPictureCheck({ extractor, featureCache, thumbnails }: Parts): CheckPicture {
  return async (contentHash, bytes, read, work) => {
    try {
      const release = await extractor.admit(bytes, work)
      try {
        const extracted = await extractor.extract(await read(), work)
        const { width, height, format, preview } = extracted
        featureCache.add(work.accountId, { contentHash, ...extracted })
        thumbnails.addPreview(work.accountId, contentHash, preview)
        return { contentType: `image/${format}`, width, height }
      } finally {
        release()
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) return rethrowForClient(error)
      const code = error.code === 'image_too_large' ? 'body_too_large' : 'unsupported_media_type'
      throw new Fault(code, error.message)
    }
  }
}
