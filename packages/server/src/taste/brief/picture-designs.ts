import { LRUCache } from 'lru-cache'
import type { DesignResult, FeatureExtractor } from '../../pictures/features/feature-extractor.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import type { FrameReader } from '../../pictures/reading/frame-reader.ts'
import type { WorkContext } from '../../work/work-context.ts'

/** The designs of pictures, by content hash and in order; undefined for those that are not in the library. */
export type MeasureDesigns = (
  accountId: string,
  contentHashes: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly (DesignResult | undefined)[]>

const picturesInMemoryMax = 200

/** Measures designs on the originals, because thumbnails have no letters. */
export function createMeasureDesigns(
  frameReader: Pick<FrameReader, 'rereadContent'>,
  extractor: Pick<FeatureExtractor, 'design'>,
): MeasureDesigns {
  const known = new LRUCache<string, DesignResult>({ max: picturesInMemoryMax })

  async function measure(contentHash: string, work: WorkContext): Promise<DesignResult | undefined> {
    const key = `${work.accountId}/${contentHash}`
    const before = known.get(key)
    if (before) return before
    const design = await frameReader
      .rereadContent(contentHash, work, (bytes) => extractor.design(bytes, work))
      .catch(refuseOthers)
    if (design) known.set(key, design)
    return design
  }

  return (accountId, contentHashes, signal) => {
    const work = { priority: 'realtime', accountId, signal } as const
    return Promise.all(contentHashes.map((contentHash) => measure(contentHash, work)))
  }
}

/** A picture that cannot be decoded counts as missing. */
function refuseOthers(error: unknown): undefined {
  if (!(error instanceof FrameFault)) throw error
}
