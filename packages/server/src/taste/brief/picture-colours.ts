import type { Swatch } from '@palate/core/taste/attributes/palette.ts'
import { LRUCache } from 'lru-cache'
import type { FeatureExtractor } from '../../pictures/features/feature-extractor.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import type { Thumbnails } from '../../pictures/thumbnails/thumbnails.ts'
import { entriesMax } from '../../platform/entries-max.ts'
import type { WorkContext } from '../../work/work-context.ts'

/** The colours of pictures, by content hash and in order; undefined for those without a thumbnail. */
export type MeasureColours = (
  accountId: string,
  contentHashes: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly (readonly Swatch[] | undefined)[]>

const picturesInMemoryMax = 2000

/** Measures colours on thumbnails, which are stored and decode fast. */
export function createMeasureColours(
  thumbnails: Pick<Thumbnails, 'findPreview'>,
  extractor: Pick<FeatureExtractor, 'colours'>,
): MeasureColours {
  const known = new LRUCache<string, readonly Swatch[]>(entriesMax(picturesInMemoryMax))

  async function measure(contentHash: string, work: WorkContext): Promise<readonly Swatch[] | undefined> {
    const key = `${work.accountId}/${contentHash}`
    const thumbnail = known.has(key) ? undefined : await thumbnails.findPreview(work.accountId, contentHash)
    if (!thumbnail) return known.get(key)
    const colours = await extractor.colours(thumbnail, work).catch(refuseOthers)
    if (colours) known.set(key, colours)
    return colours
  }

  return (accountId, contentHashes, signal) => {
    const work = { priority: 'realtime', accountId, signal } as const
    return Promise.all(contentHashes.map((contentHash) => measure(contentHash, work)))
  }
}

/** A thumbnail that cannot be decoded counts as missing. */
function refuseOthers(error: unknown): undefined {
  if (!(error instanceof FrameFault)) throw error
}
