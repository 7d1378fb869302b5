import type { TasteFrame } from '../gaussian-process/observations.ts'
import { marginalsAt, posteriorAt } from '../gaussian-process/posterior.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import { probabilityOf } from '../score.ts'

/** What a change of a picture does to its score. */
export interface MeasuredGain {
  readonly gain: number
  /** The probability that the owner likes the changed picture more. */
  readonly chance: number
}

/**
 * What the model says about each copy of a picture, compared with the picture itself. Both have the same errors in
 * common, so the difference is more certain than either score.
 */
export function measureGains(
  model: TasteModel,
  picture: TasteFrame,
  copies: readonly TasteFrame[],
): readonly MeasuredGain[] {
  if (copies.length === 0) return []
  const frames = [picture, ...copies]
  const scores = new Float64Array(frames.length)
  for (const { weight, means, variances } of marginalsAt(model, frames, 'none')) {
    for (const [i, mean] of means.entries()) {
      scores[i] = (scores[i] as number) + weight * probabilityOf({ mean, variance: variances[i] as number })
    }
  }
  const chances = chancesOf(posteriorAt(model, frames, 'none'), frames.length)
  return copies.map((_, i) => ({
    gain: (scores[i + 1] as number) - (scores[0] as number),
    chance: chances[i + 1] as number,
  }))
}

/** For each frame, the probability that its utility is above that of the first one. */
function chancesOf(parts: ReturnType<typeof posteriorAt>, count: number): Float64Array {
  const chances = new Float64Array(count)
  for (const { weight, means, covariance } of parts) {
    const between = (i: number, j: number) => covariance.values[i * count + j] as number
    for (let i = 1; i < count; i++) {
      const variance = between(i, i) + between(0, 0) - 2 * between(i, 0)
      const mean = (means[i] as number) - (means[0] as number)
      chances[i] = (chances[i] as number) + weight * probabilityAboveZero(mean, variance)
    }
  }
  return chances
}

/** That a normal variable is above 0, by the logistic approximation of its distribution. */
function probabilityAboveZero(mean: number, variance: number): number {
  const deviation = Math.sqrt(Math.max(variance, 1e-9))
  return 1 / (1 + Math.exp((-1.702 * mean) / deviation))
}
