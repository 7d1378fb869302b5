import { fitInputOf } from '@palate/core/taste/fit-input.ts'
import type { Learner } from '@palate/core/taste/learn.ts'
import type { FeatureReader } from './features/feature-extractor.ts'

/** A small picture that is always at hand: sixteen by sixteen pixels, orange over blue. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEUrTH7gei8JDFJYAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQY02NgRAMMAyQwSAAAZxAAgQTcXVgAAAAASUVORK5CYII='

/** Scores the built-in picture all the way, from its bytes to a number; rejects where that does not work. */
export async function scoreBuiltInPicture(reader: FeatureReader, learner: Learner): Promise<void> {
  // As batch work, for which no second thread is started.
  const sight = await reader.read(Uint8Array.from(Buffer.from(picture, 'base64')), { priority: 'batch' })
  const score = learner.predict(learner.learn(fitInputOf('aesthetics', undefined, new Map(), null)), sight)
  if (!(score > 0 && score < 1)) throw new Error(`the built-in picture scored ${score}`)
}
