import type { TasteFrame } from '../gaussian-process/observations.ts'
import { posteriorAt } from '../gaussian-process/posterior.ts'
import type { JointPosterior, TasteModel } from '../gaussian-process/taste-model.ts'
import { type Matrix, symmetricMatrix } from '../linear-algebra/matrix.ts'

/**
 * What a model believes about the utilities of some frames: mean and covariance of their joint posterior. Includes the
 * label bias, because a label is about utility and bias; it cancels out in the difference of two frames.
 */
export interface Beliefs {
  readonly means: Float64Array
  readonly covariance: Matrix
  /** Variance of what judgements of a picture say about that picture alone, unless the utilities include it. */
  readonly pictureVariance: number
  /** Log odds of a comparison for each unit of difference. */
  readonly comparisonSteepness: number
}

/**
 * If these are all the frames, their own order matters, so the picture-specific effects count. If they represent other
 * frames, the picture-specific effects are noise.
 */
export function beliefsAt(model: TasteModel, frames: readonly TasteFrame[], areAll: boolean): Beliefs {
  const { pictureVariance, comparisonNoise } = model.settings
  return {
    ...mixedTogether(posteriorAt(model, frames, areAll ? 'all' : 'none')),
    pictureVariance: areAll ? 0 : pictureVariance,
    comparisonSteepness: comparisonNoise.steepness,
  }
}

/** The beliefs after an answer with these covariances with the frames. They do not depend on which answer it is. */
export function beliefsAfter(beliefs: Beliefs, covariances: Float64Array, reduction: number): Beliefs {
  const { rows: size, values } = beliefs.covariance
  const next = values.slice()
  for (let i = 0; i < size; i++) {
    const factor = reduction * (covariances[i] as number)
    if (factor === 0) continue
    for (let j = 0, k = i * size; j < size; j++, k++) {
      next[k] = (next[k] as number) - factor * (covariances[j] as number)
    }
  }
  return { ...beliefs, covariance: { rows: size, columns: size, values: next } }
}

/** The mean and the covariance of a mixture of Gaussians. */
function mixedTogether(parts: readonly JointPosterior[]): Pick<Beliefs, 'means' | 'covariance'> {
  const [first] = parts
  if (!first) throw new RangeError('the posterior has no components')
  if (parts.length === 1) return first
  const meanOf = (i: number) => parts.reduce((sum, { weight, means }) => sum + weight * (means[i] as number), 0)
  const means = first.means.map((_, i) => meanOf(i))
  const size = means.length
  const covariance = symmetricMatrix(size, (i, j) => {
    let sum = 0
    for (const part of parts) {
      const apart =
        ((part.means[i] as number) - (means[i] as number)) * ((part.means[j] as number) - (means[j] as number))
      sum += part.weight * ((part.covariance.values[i * size + j] as number) + apart)
    }
    return sum
  })
  return { means, covariance }
}
