import type { TasteComponent } from './components.ts'
import type { Observation } from './laplace.ts'
import { dot, innerProducts, type Matrix, matrix, solveLowerRows, symmetricMatrix } from './linear-algebra.ts'
import { covarianceWith, crowdOf, frameCovariance, isSamePicture, type TasteFrame } from './observations.ts'
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

/**
 * Whether what is particular to a picture is a part of its utility: of no picture, as if the frames were other pictures like
 * them; of the judged ones, because nothing is known of the others'; or of all.
 */
export type Particular = 'none' | 'judged' | 'all'

/** The joint posterior of the frames' utilities: a mixture of Gaussians, one for each component of the model. */
export function posteriorAt(
  model: TasteModel,
  frames: readonly TasteFrame[],
  particular: Particular = 'judged',
): readonly JointPosterior[] {
  const { settings, observations } = model
  const crowd = crowdOf(observations, model.frames)
  const targets = targetsOf(model, frames, particular)
  const additions = frames.map((frame) => particularVariance(model, frame, particular))
  const prior = symmetricMatrix(frames.length, (i, j) => {
    const [a, b] = [frames[i] as TasteFrame, frames[j] as TasteFrame]
    const addition = isSamePicture(a, b) ? (additions[i] as number) : 0
    return frameCovariance(settings, a, b) + addition + settings.labelBiasVariance
  })
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
  const targets = targetsOf(model, frames, 'judged')
  return model.components.map((component) => marginalsOf(component, crowd, targets))
}

/** The variance of a frame's utility before any judgement, for an owner who takes no notice of the prior mean. */
export function priorVarianceAt(model: TasteModel, frame: TasteFrame, particular: Particular = 'judged'): number {
  const { settings } = model
  const ofTaste = frameCovariance(settings, frame, frame) + settings.labelBiasVariance
  return ofTaste + particularVariance(model, frame, particular)
}

function particularVariance(model: TasteModel, frame: TasteFrame, particular: Particular): number {
  const isIncluded = particular === 'all' || (particular === 'judged' && placeOf(model, frame) !== undefined)
  return isIncluded ? model.settings.pictureVariance : 0
}

/** The covariances of a frame's utility with those that the judgements of each judged frame are about. */
export function covariancesToJudged(model: TasteModel, frame: TasteFrame, particular: Particular): Float64Array {
  const { settings, frames } = model
  const covariances = Float64Array.from(frames, (other) => frameCovariance(settings, frame, other))
  const place = particular === 'none' ? undefined : placeOf(model, frame)
  if (place !== undefined) covariances[place] = (covariances[place] as number) + settings.pictureVariance
  return covariances
}

/** Where the picture is among the judged ones. */
function placeOf({ frames, observations }: TasteModel, frame: TasteFrame): number | undefined {
  const place = frames.findIndex((other) => isSamePicture(other, frame))
  const isJudged = place >= 0 && observations.some(({ plus, minus }) => plus === place || minus === place)
  return isJudged ? place : undefined
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

function targetsOf(model: TasteModel, frames: readonly TasteFrame[], particular: Particular): Targets {
  const { observations } = model
  const { labelBiasVariance } = model.settings
  const toFrames = frames.map((frame) => covariancesToJudged(model, frame, particular))
  return {
    wishes: Float64Array.from(frames, ({ wishMean = 0 }) => wishMean),
    crowd: Float64Array.from(frames, ({ priorMean }) => priorMean),
    variances: Float64Array.from(frames, (frame) => priorVarianceAt(model, frame, particular)),
    covariances: matrix(frames.length, observations.length, (i, k) =>
      covarianceWith(observations[k] as Observation, toFrames[i] as Float64Array, labelBiasVariance),
    ),
  }
}

/** The posterior means, and the rows whose inner products are the covariances that the observations remove. */
function conditioned(component: TasteComponent, crowd: Float64Array, targets: Targets) {
  const { agreement, gradient, hessianRoot, choleskyFactor } = component
  const { rows, columns } = targets.covariances
  const covariances = targets.covariances.values.slice()
  const means = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    const own = targets.crowd[row] as number
    const values = covariances.subarray(row * columns, (row + 1) * columns)
    for (let k = 0; k < columns; k++) {
      values[k] = (values[k] as number) + agreement.variance * own * (crowd[k] as number)
    }
    means[row] = (targets.wishes[row] as number) + agreement.mean * own + dot(values, gradient)
    for (let k = 0; k < columns; k++) values[k] = (values[k] as number) * (hessianRoot[k] as number)
  }
  return { means, whitened: solveLowerRows(choleskyFactor, { rows, columns, values: covariances }) }
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}
