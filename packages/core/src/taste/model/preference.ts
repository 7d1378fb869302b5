import { type Coordinates, covariance, type Kernel } from './kernel.ts'
import { cholesky, dot, type Matrix, matrix, multiply, solveLower, solveLowerTransposed } from './linear-algebra.ts'

/** A picture as the model sees it. `priorMean` is its expected utility before the owner has judged anything. */
export type TasteFrame = { readonly coordinates: Coordinates; readonly priorMean: number }

/** Frames are named by their index in `frames`. */
export type TasteLabel = { readonly frame: number; readonly good: boolean; readonly weight?: number }
export type TasteComparison = {
  readonly a: number
  readonly b: number
  /** 1 if A is preferred, 0 if B is, 0.5 for a tie. */
  readonly outcome: number
  readonly weight?: number
}

export type Judgements = {
  readonly frames: readonly TasteFrame[]
  readonly labels: readonly TasteLabel[]
  readonly comparisons: readonly TasteComparison[]
}

export type TasteSettings = {
  readonly kernel: Kernel
  /** Variance of the factor (mean 1) by which this owner agrees with the prior mean. */
  readonly agreementVariance: number
  /** Variance of the owner's bias towards calling pictures good. */
  readonly labelBiasVariance: number
}

/** The Laplace approximation of the posterior over the owner's utility, as plain data. */
export type TasteModel = {
  readonly settings: TasteSettings
  readonly frames: readonly TasteFrame[]
  readonly observations: readonly Observation[]
  /** Gradient of the log likelihood at the posterior mode, one entry for each observation. */
  readonly gradient: Float64Array
  /** √W: square root of the negative Hessian of the log likelihood at the mode, which is diagonal. */
  readonly hessianRoot: Float64Array
  /** Cholesky factor of I + √W·K·√W. */
  readonly choleskyFactor: Matrix
  /** Posterior mean of the label bias. */
  readonly labelBias: number
}

/** Frame `plus` against frame `minus`, or against the owner's threshold (undefined) if it is a label. */
export type Observation = {
  readonly plus: number
  readonly minus: number | undefined
  /** 1 if `plus` won, 0 if it lost, 0.5 for a tie. */
  readonly outcome: number
  readonly weight: number
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

const newtonStepsMax = 40
const convergenceTolerance = 1e-9
const stepSizeMin = 1e-3

/** Gaussian process preference learning: one latent value for each observation, with a logistic likelihood. */
export function fitTaste(judgements: Judgements, settings: TasteSettings = tasteSettings): TasteModel {
  const { frames } = judgements
  const observations = observationsOf(judgements)
  const frameCovariances = matrix(frames.length, frames.length, (i, j) =>
    frameCovariance(settings, at(frames, i), at(frames, j)),
  )
  const priorCovariance = matrix(observations.length, observations.length, (i, j) =>
    observationCovariance(frameCovariances, settings.labelBiasVariance, at(observations, i), at(observations, j)),
  )
  const priorMean = Float64Array.from(observations, ({ plus, minus }) =>
    minus === undefined ? at(frames, plus).priorMean : at(frames, plus).priorMean - at(frames, minus).priorMean,
  )
  const { gradient, hessianRoot, choleskyFactor } = findMode({ observations, priorCovariance, priorMean })
  const biasCovariance = observations.map(({ minus }) => (minus === undefined ? settings.labelBiasVariance : 0))
  const labelBias = dot(biasCovariance, gradient)
  return { settings, frames, observations, gradient, hessianRoot, choleskyFactor, labelBias }
}

/** The posterior at a frame, label bias included, since a score is the probability of a label. */
export function predictTaste(model: TasteModel, frame: TasteFrame, nearestMax = 5): Prediction {
  const { settings, frames, observations, gradient, hessianRoot, choleskyFactor } = model
  const { labelBiasVariance } = settings
  const toFrames = Float64Array.from(frames, (other) => frameCovariance(settings, frame, other))
  const toObservations = observations.map(
    ({ plus, minus }) => at(toFrames, plus) - (minus === undefined ? -labelBiasVariance : at(toFrames, minus)),
  )
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
    nearest: strongest(influences(model, toFrames), nearestMax),
  }
}

function observationsOf({ frames, labels, comparisons }: Judgements): readonly Observation[] {
  const observations: readonly Observation[] = [
    ...labels.map(({ frame, good, weight = 1 }) => ({ plus: frame, minus: undefined, outcome: good ? 1 : 0, weight })),
    ...comparisons.map(({ a, b, outcome, weight = 1 }) => ({ plus: a, minus: b, outcome, weight })),
  ]
  for (const { plus, minus = plus, outcome } of observations) {
    if (!(plus in frames && minus in frames)) throw new RangeError('a judgement names a frame that is not there')
    if (!(outcome >= 0 && outcome <= 1)) throw new RangeError(`a share of ${outcome} is not between 0 and 1`)
  }
  return observations.filter(({ weight }) => weight > 0)
}

/** The kernel, plus the uncertainty about how far this owner agrees with the prior mean. */
function frameCovariance({ kernel, agreementVariance }: TasteSettings, a: TasteFrame, b: TasteFrame): number {
  return covariance(kernel, a.coordinates, b.coordinates) + agreementVariance * a.priorMean * b.priorMean
}

function observationCovariance(
  frameCovariances: Matrix,
  labelBiasVariance: number,
  i: Observation,
  j: Observation,
): number {
  const of = (a: number, b: number) => at(frameCovariances.values, a * frameCovariances.columns + b)
  let sum = of(i.plus, j.plus)
  if (j.minus !== undefined) sum -= of(i.plus, j.minus)
  if (i.minus !== undefined) sum -= of(i.minus, j.plus)
  if (i.minus !== undefined && j.minus !== undefined) sum += of(i.minus, j.minus)
  return i.minus === undefined && j.minus === undefined ? sum + labelBiasVariance : sum
}

type Posterior = {
  readonly observations: readonly Observation[]
  readonly priorCovariance: Matrix
  readonly priorMean: Float64Array
}

type Curvature = Pick<TasteModel, 'gradient' | 'hessianRoot' | 'choleskyFactor'>

/**
 * Newton's method on the log posterior, which is concave, with a backtracking line search. It works on the dual
 * variables a, where the latent utility is f = K·a + prior mean, so that K is never inverted.
 */
function findMode(posterior: Posterior): Curvature {
  let dual = new Float64Array(posterior.observations.length)
  let value = logPosterior(posterior, dual)
  for (let step = 0; step < newtonStepsMax; step++) {
    const target = newtonStep(posterior, dual)
    let stepSize = 1
    let next = target
    let nextValue = logPosterior(posterior, next)
    while (nextValue < value && stepSize > stepSizeMin) {
      stepSize /= 2
      const [from, size] = [dual, stepSize]
      next = target.map((goal, i) => at(from, i) + size * (goal - at(from, i)))
      nextValue = logPosterior(posterior, next)
    }
    const converged = nextValue - value < convergenceTolerance
    dual = next
    value = nextValue
    if (converged) break
  }
  return curvatureAt(posterior, latentUtilities(posterior, dual))
}

function latentUtilities({ priorCovariance, priorMean }: Posterior, dual: Float64Array): Float64Array {
  return multiply(priorCovariance, dual).map((value, i) => value + at(priorMean, i))
}

function logPosterior({ observations, priorCovariance, priorMean }: Posterior, dual: Float64Array): number {
  const deviations = multiply(priorCovariance, dual)
  let sum = -dot(dual, deviations) / 2
  for (const [i, { outcome, weight }] of observations.entries()) {
    const utility = at(deviations, i) + at(priorMean, i)
    sum -= weight * (outcome * softplus(-utility) + (1 - outcome) * softplus(utility))
  }
  return sum
}

/** The dual variables after a full Newton step (Rasmussen and Williams, algorithm 3.1). */
function newtonStep(posterior: Posterior, dual: Float64Array) {
  const { priorCovariance, priorMean } = posterior
  const utility = latentUtilities(posterior, dual)
  const { gradient, hessianRoot, choleskyFactor } = curvatureAt(posterior, utility)
  const b = utility.map((value, i) => at(hessianRoot, i) ** 2 * (value - at(priorMean, i)) + at(gradient, i))
  const solved = solveLowerTransposed(
    choleskyFactor,
    solveLower(
      choleskyFactor,
      multiply(priorCovariance, b).map((value, i) => value * at(hessianRoot, i)),
    ),
  )
  return b.map((value, i) => value - at(hessianRoot, i) * at(solved, i))
}

/** Every eigenvalue of I + √W·K·√W is at least 1, so its Cholesky factor always exists. */
function curvatureAt({ observations, priorCovariance }: Posterior, utility: Float64Array): Curvature {
  const probability = utility.map(sigmoid)
  const gradient = Float64Array.from(observations, ({ outcome, weight }, i) => weight * (outcome - at(probability, i)))
  const hessianRoot = Float64Array.from(observations, ({ weight }, i) =>
    Math.sqrt(weight * at(probability, i) * (1 - at(probability, i))),
  )
  const size = observations.length
  const system = matrix(
    size,
    size,
    (i, j) => at(hessianRoot, i) * at(priorCovariance.values, i * size + j) * at(hessianRoot, j) + (i === j ? 1 : 0),
  )
  return { gradient, hessianRoot, choleskyFactor: cholesky(system) }
}

function influences({ frames, observations, gradient }: TasteModel, toFrames: Float64Array): Float64Array {
  const weights = new Float64Array(frames.length)
  for (const [i, { plus, minus }] of observations.entries()) {
    weights[plus] = at(weights, plus) + at(gradient, i)
    if (minus !== undefined) weights[minus] = at(weights, minus) - at(gradient, i)
  }
  return weights.map((weight, frame) => weight * at(toFrames, frame))
}

function strongest(influence: Float64Array, max: number): Prediction['nearest'] {
  return Array.from(influence, (value, frame) => ({ frame, influence: value }))
    .sort((a, b) => Math.abs(b.influence) - Math.abs(a.influence) || a.frame - b.frame)
    .slice(0, max)
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** log(1 + eˣ) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
}

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`nothing at ${index}`)
  return value
}
