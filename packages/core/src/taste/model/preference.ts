import { choleskyFactorAt, findMode, type Observation, type PosteriorMode } from './laplace.ts'
import { dot, type Matrix, solveLower } from './linear-algebra.ts'
import {
  covarianceWith,
  frameCovariance,
  frameCovariancesOf,
  type Judgements,
  latentPriorOf,
  observationsOf,
  type TasteFrame,
  type TasteSettings,
  weightsOf,
} from './observations.ts'

/** The Laplace approximation of the posterior over the owner's utility, as plain data. */
export type TasteModel = PosteriorMode & {
  readonly settings: TasteSettings
  readonly frames: readonly TasteFrame[]
  readonly observations: readonly Observation[]
  /** Cholesky factor of I + √W·K·√W. */
  readonly choleskyFactor: Matrix
  /** Posterior mean of the label bias. */
  readonly labelBias: number
}

export type Prediction = {
  /** Posterior mean and variance of the utility, in log odds of being called good. */
  readonly mean: number
  readonly variance: number
  /** The mean is the sum of the prior mean and of what the judgements add to it. */
  readonly priorPart: number
  readonly learnedPart: number
  /** Share of the prior variance that the judgements removed. */
  readonly confidence: number
  /** What each judged frame adds to the mean, the largest contributions first. */
  readonly nearest: readonly { readonly frame: number; readonly influence: number }[]
}

/** Chosen with `bench:taste` across the raters of several data sets; see docs/taste-model.md. */
export const tasteSettings: TasteSettings = {
  kernel: { bandwidth: 0.5, localVariance: 2, sharedVariance: 0.2 },
  agreementVariance: 0.15,
  labelBiasVariance: 0.5,
}

/** Gaussian process preference learning: one latent value for each observation, with a logistic likelihood. */
export function fitTaste(judgements: Judgements, settings: TasteSettings = tasteSettings): TasteModel {
  const { frames } = judgements
  const { labelBiasVariance } = settings
  const observations = observationsOf(judgements).filter(({ weight }) => weight > 0)
  const prior = latentPriorOf(observations, frames, frameCovariancesOf(settings, frames), labelBiasVariance)
  const mode = findMode(prior)
  const labelBias = labelBiasVariance * weightsOf(observations, mode.gradient, frames.length).labelBiasWeight
  return { settings, frames, observations, ...mode, choleskyFactor: choleskyFactorAt(prior, mode), labelBias }
}

/** The posterior at a frame, label bias included, since a score is the probability of a label. */
export function predictTaste(model: TasteModel, frame: TasteFrame, nearestMax = 5): Prediction {
  const { settings, frames, observations, gradient, hessianRoot, choleskyFactor } = model
  const { labelBiasVariance } = settings
  const toFrames = Float64Array.from(frames, (other) => frameCovariance(settings, frame, other))
  const toObservations = observations.map((one) => covarianceWith(one, toFrames, labelBiasVariance))
  const priorVariance = frameCovariance(settings, frame, frame) + labelBiasVariance
  const whitened = solveLower(
    choleskyFactor,
    toObservations.map((value, i) => value * at(hessianRoot, i)),
  )
  const variance = Math.max(priorVariance - dot(whitened, whitened), 0)
  const learnedPart = dot(toObservations, gradient)
  return {
    mean: frame.priorMean + learnedPart,
    variance,
    priorPart: frame.priorMean,
    learnedPart,
    confidence: 1 - variance / priorVariance,
    nearest: nearestMax === 0 ? [] : strongest(influences(model, toFrames), nearestMax),
  }
}

function influences({ frames, observations, gradient }: TasteModel, toFrames: Float64Array): Float64Array {
  const { frameWeights } = weightsOf(observations, gradient, frames.length)
  return frameWeights.map((weight, frame) => weight * at(toFrames, frame))
}

function strongest(influence: Float64Array, max: number): Prediction['nearest'] {
  return Array.from(influence, (value, frame) => ({ frame, influence: value }))
    .sort((a, b) => Math.abs(b.influence) - Math.abs(a.influence) || a.frame - b.frame)
    .slice(0, max)
}

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`nothing at ${index}`)
  return value
}
