import { availableParallelism } from 'node:os'
import { attributesVersion } from '@palate/core/taste/attributes.ts'
import { ConfigError } from '../config.ts'
import { createGuard } from '../network/ssrf-guard.ts'
import type { Services } from '../services.ts'
import { FeatureShelf } from './features/feature-cache.ts'
import { createFeatureReader } from './features/feature-extractor.ts'
import { createFetcher } from './fetching/fetcher.ts'
import { FrameReader } from './frame-reader.ts'
import { Models } from './learning/models.ts'
import { Teacher } from './learning/training-set-loader.ts'
import { scoreBuiltInPicture } from './self-test.ts'
import { ScoringSweep } from './sweep.ts'

export type Scoring = Awaited<ReturnType<typeof startScoring>>

/** Everything that scoring consists of, started: threads that read pictures, threads that learn, and what they keep. */
export async function startScoring(services: Services) {
  const { config } = services
  const reader = await createFeatureReader({
    embedder: config.embedder,
    workers: config.scoringThreads ?? availableParallelism(),
  }).catch(({ message }: Error) => {
    throw new ConfigError(`PALATE_EMBEDDER names an embedder that cannot be used: ${message}`)
  })
  const fetcher = createFetcher({ guard: createGuard({ allow: config.allowPrivateNetwork }) })
  // Another way of measuring gives other features, as another embedder does.
  const shelf = new FeatureShelf(services, `${reader.id}.${attributesVersion}`)
  const frames = new FrameReader(fetcher, reader, shelf)
  const teacher = new Teacher(services, frames, shelf)
  const models = new Models(config.embedder)
  const sweep = new ScoringSweep(services)
  await scoreBuiltInPicture(reader, models.learner)
  return {
    embedderId: reader.id,
    reader,
    frames,
    shelf,
    teacher,
    models,
    sweep: () => sweep.run(),
    async stop() {
      await fetcher.close()
      await Promise.all([reader.close(), models.close()])
      await shelf.close()
    },
  }
}
