import type { TasteComponent } from './components.ts'
import type { Observation } from './laplace.ts'
import { dot, innerProducts, type Matrix, matrix, solveLowerRows, symmetricMatrix } from './linear-algebra.ts'
import { covarianceWith, crowdOf, frameCovariance, type TasteFrame } from './observations.ts'
import type { TasteModel } from './preference.ts'

/**
 * What one component of a model says of some frames. Utilities include the label bias, because a score is the probability
 * of a label; it cancels in the difference of two frames.
 */
export type JointPosterior = {
  /** Probability of the component. */
  readonly weight: number
  /** Of the utility of each frame. */
  readonly means: Float64Array
  /** Of the utilities of each two frames. */
  readonly covariance: Matrix
}

/** The same without the covariances of different frames. */
export type Marginals = Pick<JointPosterior, 'weight' | 'means'> & { readonly variances: Float64Array }

/** The joint posterior of the frames' utilities: a mixture of Gaussians, one for each component of the model. */
export function posteriorAt(model: TasteModel, frames: readonly TasteFrame[]): readonly JointPosterior[] {
  const { settings, observations } = model
  const crowd = crowdOf(observations, model.frames)
  const targets = targetsOf(model, frames)
  const prior = symmetricMatrix(
    frames.length,
    (i, j) => frameCovariance(settings, frames[i] as TasteFrame, frames[j] as TasteFrame) + settings.labelBiasVariance,
  )
  return model.components.map((component) => {
    const { means, whitened } = conditioned(component, crowd, targets)
    const { variance } = component.agreement
    const removed = innerProducts(whitened).values
    const covariance = symmetricMatrix(frames.length, (i, j) => {
      const agreement = variance * (targets.crowd[i] as number) * (targets.crowd[j] as number)
      const place = i * frames.length + j
      return (prior.values[place] as number) + agreement - (removed[place] as number)
    })
    return { weight: component.weight, means, covariance }
  })
}

/** Takes far less time than `posteriorAt` for many frames. */
export function marginalsAt(model: TasteModel, frames: readonly TasteFrame[]): readonly Marginals[] {
  const crowd = crowdOf(model.observations, model.frames)
  const targets = targetsOf(model, frames)
  return model.components.map((component) => marginalsOf(component, crowd, targets))
}

/** Frames to predict, before the component's agreement with the prior mean. */
export type Targets = {
  readonly wishes: Float64Array
  readonly crowd: Float64Array
  /** Label bias included. */
  readonly variances: Float64Array
  /** A row for each frame, a column for each observation. */
  readonly covariances: Matrix
}

/** `crowd` is what people in general would say of each observation. */
export function marginalsOf(component: TasteComponent, crowd: Float64Array, targets: Targets): Marginals {
  const { means, whitened } = conditioned(component, crowd, targets)
  const variances = targets.variances.map((variance, i) => {
    const row = rowOf(whitened, i)
    return Math.max(variance + component.agreement.variance * (targets.crowd[i] as number) ** 2 - dot(row, row), 0)
  })
  return { weight: component.weight, means, variances }
}

export function targetsOf(model: TasteModel, frames: readonly TasteFrame[]): Targets {
  const { settings, observations } = model
  const { labelBiasVariance } = settings
  const toFrames = frames.map((frame) =>
    Float64Array.from(model.frames, (other) => frameCovariance(settings, frame, other)),
  )
  return {
    wishes: Float64Array.from(frames, ({ wishMean = 0 }) => wishMean),
    crowd: Float64Array.from(frames, ({ priorMean }) => priorMean),
    variances: Float64Array.from(frames, (frame) => frameCovariance(settings, frame, frame) + labelBiasVariance),
    covariances: matrix(frames.length, observations.length, (i, k) =>
      covarianceWith(observations[k] as Observation, toFrames[i] as Float64Array, labelBiasVariance),
    ),
  }
}

/** The posterior means, and the rows whose inner products are the covariances that the observations remove. */
function conditioned(component: TasteComponent, crowd: Float64Array, targets: Targets) {
  const { agreement, hessianRoot, choleskyFactor } = component
  const { rows, columns } = targets.covariances
  const covariances = targets.covariances.values.slice()
  for (let row = 0; row < rows; row++) {
    const own = agreement.variance * (targets.crowd[row] as number)
    const values = covariances.subarray(row * columns, (row + 1) * columns)
    for (let k = 0; k < columns; k++) {
      values[k] = ((values[k] as number) + own * (crowd[k] as number)) * (hessianRoot[k] as number)
    }
  }
  const whitened = solveLowerRows(choleskyFactor, { rows, columns, values: covariances })
  return { means: meansOf(component, targets), whitened }
}

/** The posterior means alone take far less time. */
export function meansOf({ gradient, factor }: TasteComponent, targets: Targets): Float64Array {
  return targets.wishes.map(
    (wish, i) => wish + factor * (targets.crowd[i] as number) + dot(rowOf(targets.covariances, i), gradient),
  )
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}
