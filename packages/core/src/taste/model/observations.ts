import { type Coordinates, covariance, type Kernel } from './kernel.ts'
import type { LatentPrior, Observation } from './laplace.ts'
import { type Matrix, symmetricMatrix } from './linear-algebra.ts'

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

/** The labels, then the comparisons. */
export function observationsOf({ frames, labels, comparisons }: Judgements): readonly Observation[] {
  const observations: readonly Observation[] = [
    ...labels.map(({ frame, good, weight = 1 }) => ({ plus: frame, minus: undefined, outcome: good ? 1 : 0, weight })),
    ...comparisons.map(({ a, b, outcome, weight = 1 }) => ({ plus: a, minus: b, outcome, weight })),
  ]
  for (const { plus, minus = plus, outcome } of observations) {
    if (!(plus in frames && minus in frames)) throw new RangeError('a judgement names a frame that is not there')
    if (!(outcome >= 0 && outcome <= 1)) throw new RangeError(`a share of ${outcome} is not between 0 and 1`)
  }
  return observations
}

/** The kernel, plus the uncertainty about how far this owner agrees with the prior mean. */
export function frameCovariance({ kernel, agreementVariance }: TasteSettings, a: TasteFrame, b: TasteFrame): number {
  return covariance(kernel, a.coordinates, b.coordinates) + agreementVariance * a.priorMean * b.priorMean
}

export function frameCovariancesOf(settings: TasteSettings, frames: readonly TasteFrame[]): Matrix {
  return symmetricMatrix(frames.length, (i, j) =>
    frameCovariance(settings, frames[i] as TasteFrame, frames[j] as TasteFrame),
  )
}

/** The prior of the observations' utilities, which are those of their frames or differences of these. */
export function latentPriorOf(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  frameCovariances: Matrix,
  labelBiasVariance: number,
): LatentPrior {
  const meanAt = (frame: number) => (frames[frame] as TasteFrame).priorMean
  return {
    observations,
    mean: Float64Array.from(observations, ({ plus, minus }) =>
      minus === undefined ? meanAt(plus) : meanAt(plus) - meanAt(minus),
    ),
    covariance: symmetricMatrix(observations.length, (i, j) =>
      observationCovariance(
        frameCovariances,
        labelBiasVariance,
        observations[i] as Observation,
        observations[j] as Observation,
      ),
    ),
  }
}

function observationCovariance(
  { values, columns }: Matrix,
  labelBiasVariance: number,
  i: Observation,
  j: Observation,
): number {
  const of = (a: number, b: number) => values[a * columns + b] as number
  let sum = of(i.plus, j.plus)
  if (j.minus !== undefined) sum -= of(i.plus, j.minus)
  if (i.minus !== undefined) sum -= of(i.minus, j.plus)
  if (i.minus !== undefined && j.minus !== undefined) sum += of(i.minus, j.minus)
  return i.minus === undefined && j.minus === undefined ? sum + labelBiasVariance : sum
}

/**
 * The prior covariance of a frame's utility, label bias included, with an observation's, given that of the frame with all
 * frames.
 */
export function covarianceWith(
  { plus, minus }: Observation,
  toFrames: ArrayLike<number>,
  labelBiasVariance: number,
): number {
  const other = minus === undefined ? -labelBiasVariance : (toFrames[minus] as number)
  return (toFrames[plus] as number) - other
}

/** The posterior mean is linear in covariances with frames and with the label bias. These are their weights. */
export function weightsOf(
  observations: readonly Observation[],
  gradient: Float64Array,
  frameCount: number,
): { readonly frameWeights: Float64Array; readonly labelBiasWeight: number } {
  const frameWeights = new Float64Array(frameCount)
  let labelBiasWeight = 0
  for (const [i, { plus, minus }] of observations.entries()) {
    const weight = gradient[i] as number
    frameWeights[plus] = (frameWeights[plus] as number) + weight
    if (minus === undefined) labelBiasWeight += weight
    else frameWeights[minus] = (frameWeights[minus] as number) - weight
  }
  return { frameWeights, labelBiasWeight }
}
