import { dot, type Matrix, matrix, solveLowerRows, symmetricMatrix } from '../model/linear-algebra.ts'
import { covarianceWith, frameCovariance, type TasteFrame } from '../model/observations.ts'
import type { TasteModel } from '../model/preference.ts'

/**
 * What a model believes about the utilities of some frames: their joint posterior. The label bias is included, because a
 * label is about utility and bias; in a difference of two frames it cancels out.
 */
export interface Beliefs {
  readonly means: Float64Array
  readonly covariance: Matrix
}

export function beliefsAt(model: TasteModel, frames: readonly TasteFrame[]): Beliefs {
  const { settings, observations, gradient, hessianRoot, choleskyFactor } = model
  const { labelBiasVariance } = settings
  const toObservations = matrix(frames.length, observations.length, () => 0)
  const means = new Float64Array(frames.length)
  for (const [i, frame] of frames.entries()) {
    const toFrames = Float64Array.from(model.frames, (other) => frameCovariance(settings, frame, other))
    const row = rowOf(toObservations, i)
    for (const [k, observation] of observations.entries()) {
      row[k] = covarianceWith(observation, toFrames, labelBiasVariance)
    }
    means[i] = frame.priorMean + dot(row, gradient)
    for (let k = 0; k < row.length; k++) row[k] = (row[k] as number) * (hessianRoot[k] as number)
  }
  const whitened = solveLowerRows(choleskyFactor, toObservations)
  const covariance = symmetricMatrix(frames.length, (i, j) => {
    const prior = frameCovariance(settings, frames[i] as TasteFrame, frames[j] as TasteFrame) + labelBiasVariance
    return prior - dot(rowOf(whitened, i), rowOf(whitened, j))
  })
  return { means, covariance }
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}
