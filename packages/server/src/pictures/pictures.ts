import { availableParallelism } from 'node:os'
import { createObjectStore } from '../bucket/object-store.ts'
import { ConfigError } from '../config/config-error.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import type { ReadinessCheck } from '../platform/readiness.ts'
import type { ErasedPicture } from '../ports/erasures.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { Services } from '../services.ts'
import type { WorkContext } from '../work/work-context.ts'
import { EditedCopies } from './edited-copies/edited-copies.ts'
import { FeatureCache } from './features/feature-cache.ts'
import { createFeatureExtractor } from './features/feature-extractor.ts'
import { featureSpaceOf } from './features/features.ts'
import { createFetcher } from './fetching/fetcher.ts'
import { createPictureCheck } from './reading/check-picture.ts'
import { type ExtractPicture, FrameReader } from './reading/frame-reader.ts'
import { SeenFrames } from './seen-frames/seen-frames.ts'
import { PictureSweep } from './sweep/picture-sweep.ts'
import { createKeepLarge, createMakeLarger } from './thumbnails/larger-thumbnails.ts'
import { createIsPictureOf } from './thumbnails/picture-owner.ts'
import { createDeleteThumbnails } from './thumbnails/thumbnail-store.ts'
import { Thumbnails } from './thumbnails/thumbnails.ts'

/** If an account waits longer for its turn, the workers count as stuck, not only busy. */
const turnWaitMsMax = 15_000

export type Pictures = Awaited<ReturnType<typeof openPictures>>

/**
 * Opens everything that turns pictures into features. The path of a picture, where each layer calls only the next:
 *
 *   frame-reader.ts   URL → bytes → features, from the feature cache where it has them
 *     fetching/       fetcher → host-pools → request: URL → bytes
 *     features/       feature-extractor: bytes → features
 *   edited-copies/    edited copies of a picture → their features
 *   threads/          worker-pool → supervised-worker → feature-worker (decoding/, embedders/)
 */
export async function openPictures(
  services: Services,
  frames: FramesPort,
  profiles: ProfilesPort,
  openExtractor: typeof createFeatureExtractor = createFeatureExtractor,
) {
  const { config, metrics, store, clock } = services
  const threads = config.scoringThreads ?? availableParallelism()
  const extractor = await openExtractor({
    embedder: config.embedder,
    workers: threads,
    onStart: (priority, waitedMs) => metrics.scoringQueueWait.observe({ priority }, waitedMs / 1000),
  }).catch(({ message }: Error) => {
    throw new ConfigError(`the embedder set in PALATE_EMBEDDER cannot be used: ${message}`)
  })
  const fetcher = createFetcher({ guard: createSsrfGuard({ allow: config.allowPrivateNetwork }) })
  const featureSpace = featureSpaceOf(extractor)
  const featureCache = new FeatureCache(services, featureSpace, (result) =>
    metrics.cacheLookups.inc({ cache: 'features', result }),
  )
  const seenFrames = new SeenFrames(services)
  const thumbnails = new Thumbnails(services, extractor, createObjectStore(config))
  const extract: ExtractPicture = async (contentHash, bytes, work) => {
    const extracted = await extractor.extract(bytes, work)
    thumbnails.addPreview(work.accountId, contentHash, extracted.preview)
    return extracted
  }
  const frameReader = new FrameReader({ store, fetcher, extractor, cache: featureCache, frames, extract })
  const editedCopies = new EditedCopies({ extractor, frameReader, featureSpace })
  const sweep = new PictureSweep(services, frames, config.daysKept)
  const readiness: ReadinessCheck = {
    name: 'scoring',
    concerns: 'process',
    check: async () => (extractor.turnWaitMs() > turnWaitMsMax ? 'pictures wait too long for a worker' : undefined),
  }
  return {
    extractor,
    embedderId: extractor.id,
    featureSpace,
    frameReader,
    editedCopies,
    featureCache,
    seenFrames,
    async flush() {
      await featureCache.flush()
      await seenFrames.flush()
    },
    /** Drops what is in memory of a picture that was erased. */
    forgetPicture(picture: ErasedPicture) {
      const { accountId, contentHash } = picture
      seenFrames.forget(picture)
      featureCache.forget(accountId, contentHash)
      thumbnails.forget(accountId, contentHash)
    },
    thumbnails,
    deleteThumbnails: createDeleteThumbnails(frames),
    makeLarger: createMakeLarger({
      store,
      frames,
      fetcher,
      make: thumbnails.make,
      findThumbnail: (picture) => thumbnails.find(picture),
    }),
    keepLarge: createKeepLarge({ fetcher, make: thumbnails.make }),
    isPictureOf: createIsPictureOf(frames, profiles, thumbnails),
    async listEmbeddings(accountId: string, contentHashes: readonly string[]) {
      const stored = await featureCache.listStored(accountId, contentHashes)
      return new Map(stored.map(({ contentHash, embedding }) => [contentHash, embedding]))
    },
    findEmbedding: async (contentHash: string, work: WorkContext) =>
      (await frameReader.readContent(contentHash, work))?.embedding,
    checkPicture: createPictureCheck({ extractor, featureCache, extract }),
    clock,
    sweep: (accountId: string) => sweep.run(accountId),
    readiness,
    load: () => ({ threads, running: extractor.running, waiting: extractor.waiting }),
    async stop() {
      await fetcher.close()
      await extractor.close()
      await featureCache.close()
      await seenFrames.close()
      await thumbnails.close()
    },
  }
}
