import { fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { Config } from '../config/config.ts'
import { createFeatureExtractor, type FeatureExtractor } from '../pictures/features/feature-extractor.ts'
import { Models } from '../taste/learning/models.ts'
import { batch } from '../work/work-context.ts'

/** Sixteen by sixteen pixels, orange over blue. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEUrTH7gei8JDFJYAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQY02NgRAMMAyQwSAAAZxAAgQTcXVgAAAAASUVORK5CYII='

/** Scores the built-in picture end to end. Rejects if that fails. */
export async function scoreBuiltInPicture(extractor: FeatureExtractor, learner: Learner): Promise<void> {
  // Batch priority does not start a second thread.
  const features = await extractor.extract(Uint8Array.from(Buffer.from(picture, 'base64')), batch)
  const score = learner.predict(learner.learn(fitInputOf('aesthetics', undefined, new Map(), null)), features)
  if (!(score > 0 && score < 1)) throw new Error(`the built-in picture scored ${score}`)
}

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
