import type { WorkContext } from '../../work/work-context.ts'
import { previewSide } from '../decoding/thumbnail-sides.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import type { ExtractedFeatures } from '../features/features.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'

export type ExtractPicture = (
  contentHash: string,
  bytes: Uint8Array<ArrayBuffer>,
  work: WorkContext,
) => Promise<ExtractedFeatures>

/** Extracts the features of a picture, and has its thumbnails made afterwards. */
export function createExtractPicture(
  extractor: Pick<FeatureExtractor, 'extract'>,
  thumbnails: Pick<Thumbnails, 'addPreview' | 'spareTime'>,
): ExtractPicture {
  return async (contentHash, bytes, work) => {
    const { accountId } = work
    const copy = thumbnails.spareTime.copy(bytes)
    const extracted = await extractor.extract(bytes, work)
    thumbnails.addPreview(accountId, contentHash, extracted.preview)
    // The small thumbnail of a small picture is as large as the picture.
    if (copy && Math.max(extracted.width, extracted.height) > previewSide)
      thumbnails.spareTime.add({ accountId, contentHash, bytes: copy })
    return extracted
  }
}
