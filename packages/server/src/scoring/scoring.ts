import type { createFeatureExtractor } from '../pictures/features/feature-extractor.ts'
import { openPictures } from '../pictures/pictures.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { Services } from '../services.ts'
import { createMeasureColours } from '../taste/brief/picture-colours.ts'
import { createMeasureDesigns } from '../taste/brief/picture-designs.ts'
import { Models, type StartLearningPool } from '../taste/learning/models.ts'
import { createSourceReader } from '../taste/training-sets/source-reader.ts'
import { scoreBuiltInPicture } from './self-test.ts'

/** How worker threads are started. Tests share them among the services of a process. */
export interface Threads {
  readonly openExtractor: typeof createFeatureExtractor
  readonly startLearningPool: StartLearningPool
}

export type Scoring = Awaited<ReturnType<typeof startScoring>>

/**
 * Starts what scoring needs: pictures and models. The path of a frame, where each layer calls only the next:
 *
 *   score-frames.ts   one WorkContext for the request, frames in parallel    (batches call the scorer directly)
 *   frame-scorer.ts   URL → features → score, with the models of open-scorers.ts
 *   pictures/         URL → features
 */
export async function startScoring(
  services: Services,
  frames: FramesPort,
  profiles: ProfilesPort,
  { openExtractor, startLearningPool }: Partial<Threads> = {},
) {
  const pictures = await openPictures(services, frames, profiles, openExtractor)
  const { extractor, frameReader, seenFrames, thumbnails } = pictures
  const models = new Models(services.config.embedder, startLearningPool, (result) =>
    services.metrics.cacheLookups.inc({ cache: 'models', result }),
  )
  await scoreBuiltInPicture(extractor, models.learner)
  return {
    ...pictures,
    readSource: createSourceReader(frameReader, seenFrames),
    measureColours: createMeasureColours(thumbnails, extractor),
    measureDesigns: createMeasureDesigns(frameReader, extractor),
    models,
    knowsCrowd: models.learner.knowsCrowd('aesthetics'),
    async stop() {
      await pictures.stop()
      await models.close()
    },
  }
}
