import { availableParallelism } from 'node:os'
import type { ReadinessCheck } from '../composition/readiness.ts'
import { ConfigError } from '../config/config-error.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { createObjectStore } from '../objects/object-store.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { Services } from '../services.ts'
import { createMeasureColours } from './brief/picture-colours.ts'
import { FeatureCache } from './features/feature-cache.ts'
import { createFeatureExtractor } from './features/feature-extractor.ts'
import { featureSpaceOf } from './features/features.ts'
import { createFetcher } from './fetching/fetcher.ts'
import { Models } from './learning/models.ts'
import { createSourceReader } from './learning/training-sets/source-reader.ts'
import { createPictureCheck } from './reading/check-picture.ts'
import { createExtractPicture } from './reading/extract-picture.ts'
import { FrameReader } from './reading/frame-reader.ts'
import { scoreBuiltInPicture } from './self-test.ts'
import { SeenFrames } from './storing/seen-frames.ts'
import { ScoringSweep } from './storing/sweep.ts'
import { createMakeLarger } from './thumbnails/larger-thumbnails.ts'
import { createIsPictureOf } from './thumbnails/picture-owner.ts'
import { createDeleteThumbnails } from './thumbnails/thumbnail-store.ts'
import { Thumbnails } from './thumbnails/thumbnails.ts'

/** If an account waits longer for its turn, the workers count as stuck, not only busy. */
const turnWaitMsMax = 15_000

export type Scoring = Awaited<ReturnType<typeof startScoring>>

/**
 * Starts all parts of scoring. The path of a frame, where each layer calls only the next:
 *
 *   handlers.ts       one WorkContext for the request, frames in parallel    (batches call the scorer directly)
 *   frame-scorer.ts   URL → features → score, with the models of open-scorers.ts
 *   frame-reader.ts   URL → bytes → features, from the feature cache where it has them
 *     fetching/       fetcher → host-pools → request: URL → bytes
 *     features/       feature-extractor: bytes → features
 *   threads/          worker-pool → supervised-worker → feature-worker (pictures/, embedders/)
 */
export async function startScoring(
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
  const featureCache = new FeatureCache(services, featureSpace)
  const seenFrames = new SeenFrames(services)
  const flush = async () => {
    await featureCache.flush()
    await seenFrames.flush()
  }
  const thumbnails = new Thumbnails(services, extractor, createObjectStore(config))
  const extract = createExtractPicture(extractor, thumbnails)
  const frameReader = new FrameReader({ store, fetcher, extractor, cache: featureCache, frames, extract })
  const readSource = createSourceReader(frameReader, seenFrames)
  const models = new Models(config.embedder)
  const sweep = new ScoringSweep(services, frames)
  const readiness: ReadinessCheck = {
    name: 'scoring',
    check: async () => (extractor.turnWaitMs() > turnWaitMsMax ? 'pictures wait too long for a worker' : undefined),
  }
  await scoreBuiltInPicture(extractor, models.learner)
  return {
    embedderId: extractor.id,
    featureSpace,
    readSource,
    frameReader,
    featureCache,
    seenFrames,
    flush,
    thumbnails,
    measureColours: createMeasureColours(thumbnails, extractor),
    deleteThumbnails: createDeleteThumbnails(frames),
    makeLarger: createMakeLarger({
      ...{ store, frames, fetcher, make: thumbnails.make },
      findThumbnail: (of) => thumbnails.find(of),
    }),
    isPictureOf: createIsPictureOf(frames, profiles, thumbnails),
    checkPicture: createPictureCheck({ extractor, featureCache, extract }),
    clock,
    models,
    knowsCrowd: models.learner.knowsCrowd('aesthetics'),
    sweep: (accountId: string, rowsMax: number) => sweep.run(accountId, rowsMax),
    readiness,
    load: () => ({ threads, running: extractor.running, waiting: extractor.waiting }),
    async stop() {
      await fetcher.close()
      await Promise.all([extractor.close(), models.close()])
      await featureCache.close()
      await seenFrames.close()
      await thumbnails.close()
    },
  }
}
