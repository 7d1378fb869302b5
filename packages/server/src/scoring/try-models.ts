import type { Config } from '../config/config.ts'
import { createFeatureExtractor } from '../pictures/features/feature-extractor.ts'
import { Models } from '../taste/learning/models.ts'
import { scoreBuiltInPicture } from './self-test.ts'

/** Loads the embedder and scores the built-in picture, like every start. Returns the embedder's id. */
export async function tryModels({ embedder }: Pick<Config, 'embedder'>): Promise<string> {
  const extractor = await createFeatureExtractor({ embedder, workers: 1 })
  const models = new Models(embedder)
  try {
    await scoreBuiltInPicture(extractor, models.learner)
    return extractor.id
  } finally {
    await Promise.all([extractor.close(), models.close()])
  }
}
