import { Fault } from '@palate/core/fault.ts'
import type { CheckPicture } from '../../ports/scoring.ts'
import { rethrowForClient } from '../client-fault.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import { FrameFault } from '../picture-faults.ts'
import type { ExtractPicture } from './frame-reader.ts'

interface Parts {
  readonly extractor: Pick<FeatureExtractor, 'admit'>
  readonly featureCache: Pick<FeatureCache, 'add'>
  readonly extract: ExtractPicture
}

/** Decodes a picture before it is stored. Keeps its features, so that the first score need not decode it again. */
export function createPictureCheck({ extractor, featureCache, extract }: Parts): CheckPicture {
  return async (contentHash, bytes, read, work) => {
    try {
      const release = await extractor.admit(bytes, work)
      try {
        const extracted = await extract(contentHash, await read(), work)
        const { width, height, format } = extracted
        featureCache.add(work.accountId, { contentHash, ...extracted })
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
