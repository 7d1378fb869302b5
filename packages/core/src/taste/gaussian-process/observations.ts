import { type Matrix, rowOf, symmetricMatrix } from '../linear-algebra/matrix.ts'
import type { SimpleTasteSettings } from '../simple-tastes/hypotheses.ts'
import { type Coordinates, covariance, covariances, type Kernel } from './kernel.ts'
import type { LatentPrior } from './laplace.ts'
import type { JudgementNoise, Observation } from './likelihood.ts'
import { heardOf, voiceCountOf, voiceShare } from './voices.ts'

/** A picture as the model sees it. */
export type TasteFrame = {
  readonly coordinates: Coordinates
  /** The utility that people in general would give it. The owner may agree with them or not. */
  readonly priorMean: number
  /** The utility derived from the owner's own answers; 0 if absent. */
  readonly wishMean?: number
  /** What a simple taste may go by; without them, no simple taste is considered. */
  readonly traits?: Float64Array
}

/** Frames are referred to by their index in `frames`. */
export type TasteLabel = {
  readonly frame: number
  readonly good: boolean
  readonly weight?: number
  readonly voice?: string
}
export type TasteComparison = {
  readonly a: number
  readonly b: number
  /** 1 if A is preferred, 0 if B is, 0.5 for a tie. */
  readonly outcome: number
  readonly weight?: number
  readonly voice?: string
}

export type Judgements = {
  readonly frames: readonly TasteFrame[]
  readonly labels: readonly TasteLabel[]
  readonly comparisons: readonly TasteComparison[]
  /** Labels that nobody gave: of frames that stand in for those of a missing side. */
  readonly standIns?: readonly TasteLabel[]
}

export type TasteSettings = {
  readonly kernel: Kernel
  /** Variance of the picture-specific effect: all judgements of a picture share it, and no other picture does. */
  readonly pictureVariance: number
  readonly copies: CopyDistances
  /** How far the owner may agree with the prior mean: kinds of owners, whose weights add up to 1. */
  readonly agreement: readonly Agreement[]
  /**
   * Wishes and the usability formula give utilities for an owner whose tastes vary less than the kernel assumes. This
   * factor scales them so that they count for as much in a score.
   */
  readonly wishScale: number
  /** Variance of the factor (mean 1) by which the owner's wishes count. */
  readonly wishVariance: number
  /** Variance of the owner's bias towards calling pictures good. */
  readonly labelBiasVariance: number
  readonly comparisonNoise: JudgementNoise
  /** Without them, no simple taste is considered. */
  readonly simpleTastes?: SimpleTasteSettings
}

/**
 * Up to the distance `same`, frames show the same picture, for example encoded anew; from `other` on, different ones. In
 * between a frame shares part of the other's picture-specific effect.
 */
export type CopyDistances = { readonly same: number; readonly other: number }

/** A utility is in log odds of being called good, and there is nothing between good and bad. */
const labelNoise: JudgementNoise = { steepness: 1, tieMargin: 0 }

/** A kind of owner, who follows the prior mean with a factor of this mean and variance. */
export type Agreement = { readonly weight: number; readonly mean: number; readonly variance: number }

/**
 * The prior of the observations' utilities for an owner who ignores the prior mean. `crowd` has what people in general
 * would say about each observation.
 */
export type BasePrior = LatentPrior & {
  readonly crowd: Float64Array
  /** How many people judged. */
  readonly voices: number
}

/** The labels, then the comparisons, then the stand-ins. */
export function observationsOf(
  { frames, labels, comparisons, standIns = [] }: Judgements,
  { comparisonNoise }: TasteSettings,
): readonly Observation[] {
  const observations: readonly Observation[] = [
    ...labels.map(labelled),
    ...comparisons.map(({ a, b, outcome, weight = 1, voice }) => ({
      ...{ plus: a, minus: b, outcome, weight },
      noise: comparisonNoise,
      ...(voice !== undefined && { voice }),
    })),
    ...standIns.map((label) => ({ ...labelled(label), isStandIn: true as const })),
  ]
  for (const { plus, minus = plus, outcome } of observations) {
    if (!(plus in frames && minus in frames)) throw new RangeError('a judgement refers to a missing frame')
    if (![0, 0.5, 1].includes(outcome)) throw new RangeError(`the outcome ${outcome} is not 0, 0.5 or 1`)
  }
  return observations
}

function labelled({ frame, good, weight = 1, voice }: TasteLabel): Observation {
  const judged = { plus: frame, minus: undefined, outcome: good ? 1 : 0, weight, noise: labelNoise }
  return voice === undefined ? judged : { ...judged, voice }
}

/** The kernel, plus the uncertainty about how much the owner's wishes count. */
export function frameCovariance({ kernel, wishVariance }: TasteSettings, a: TasteFrame, b: TasteFrame): number {
  return covariance(kernel, a.coordinates, b.coordinates) + wishVariance * (a.wishMean ?? 0) * (b.wishMean ?? 0)
}

/** The covariances of each frame with each of the others. */
export function frameCovariancesBetween(
  { kernel, wishVariance }: TasteSettings,
  frames: readonly TasteFrame[],
  others: readonly TasteFrame[],
): Matrix {
  const coordinatesOf = (frames: readonly TasteFrame[]) => frames.map(({ coordinates }) => coordinates)
  const between = covariances(kernel, coordinatesOf(frames), coordinatesOf(others))
  for (const [i, { wishMean = 0 }] of frames.entries()) {
    // Most profiles have no wishes.
    if (wishMean === 0) continue
    const row = rowOf(between, i)
    for (const [j, other] of others.entries())
      row[j] = (row[j] as number) + wishVariance * wishMean * (other.wishMean ?? 0)
  }
  return between
}

/** Symmetric to the last bit, which the products of wishes are not. */
export function frameCovariancesOf(settings: TasteSettings, frames: readonly TasteFrame[]): Matrix {
  const { values } = frameCovariancesBetween(settings, frames, frames)
  return symmetricMatrix(frames.length, (i, j) => values[i * frames.length + j] as number)
}

/** The covariances of the utilities that judgements are about, including the picture-specific effects. */
export function pictureCovariancesOf(
  { pictureVariance, copies }: TasteSettings,
  frames: readonly TasteFrame[],
  { values }: Matrix,
): Matrix {
  const firstAlike = firstAlikeOf(copies, frames)
  return symmetricMatrix(
    frames.length,
    (i, j) => (values[i * frames.length + j] as number) + (firstAlike[i] === firstAlike[j] ? pictureVariance : 0),
  )
}

/** Every prediction needs those of its model's frames. */
const alikeCache = new WeakMap<readonly TasteFrame[], readonly number[]>()

/** For each frame, the first one that shows the same picture. */
export function firstAlikeOf(copies: CopyDistances, frames: readonly TasteFrame[]): readonly number[] {
  const known = alikeCache.get(frames)
  if (known) return known
  const axes = frames.map(({ coordinates }) => coordinates.axes)
  const firsts: number[] = []
  const found = axes.map((own, i) => {
    const alike = firsts.find((other) => copyShare(copies, axes[other] as Float32Array, own) === 1)
    if (alike === undefined) firsts.push(i)
    return alike ?? i
  })
  alikeCache.set(frames, found)
  return found
}

/** How far the picture-specific effect of one picture is that of another: 1 for a copy, 0 for a different picture. */
export function copyShare({ same, other }: CopyDistances, a: Float32Array, b: Float32Array): number {
  if (a === b) return 1
  const squared = squaredDistanceBelow(a, b, other ** 2)
  if (squared === undefined) return 0
  const place = Math.min((Math.sqrt(squared) - same) / (other - same), 1)
  return place <= 0 ? 1 : 1 - place ** 2 * (3 - 2 * place)
}

/** Undefined if it is not below the limit, which the first axes show for most pictures. */
function squaredDistanceBelow(a: Float32Array, b: Float32Array, limit: number): number | undefined {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    sum += ((a[i] as number) - (b[i] as number)) ** 2
    if (sum >= limit) return undefined
  }
  return sum
}

/** The utilities of observations are those of their frames or differences of these. */
export function basePriorOf(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  pictureCovariances: Matrix,
  { labelBiasVariance }: TasteSettings,
): BasePrior {
  const voices = voiceCountOf(observations)
  return {
    observations,
    mean: differencesOf(observations, (frame) => (frames[frame] as TasteFrame).wishMean ?? 0),
    crowd: crowdOf(observations, frames),
    covariance: symmetricMatrix(observations.length, (i, j) => {
      const [one, other] = [observations[i] as Observation, observations[j] as Observation]
      const alike = observationCovariance(pictureCovariances, labelBiasVariance, one, other)
      return voices < 2 ? alike : alike * voiceShare(one, other, voices)
    }),
    voices,
  }
}

/** What people in general would say about each observation, as far as it counts for the predicted utilities. */
export function heardCrowdOf({
  observations,
  frames,
}: {
  readonly observations: readonly Observation[]
  readonly frames: readonly TasteFrame[]
}): Float64Array {
  return heardOf(observations, crowdOf(observations, frames))
}

/** What people in general would say about each observation. */
export function crowdOf(observations: readonly Observation[], frames: readonly TasteFrame[]): Float64Array {
  return differencesOf(observations, (frame) => (frames[frame] as TasteFrame).priorMean)
}

function differencesOf(observations: readonly Observation[], valueAt: (frame: number) => number): Float64Array {
  return Float64Array.from(observations, ({ plus, minus }) =>
    minus === undefined ? valueAt(plus) : valueAt(plus) - valueAt(minus),
  )
}

function observationCovariance(
  { values, columns }: Matrix,
  labelBiasVariance: number,
  i: Observation,
  j: Observation,
): number {
  const valueAt = (a: number, b: number) => values[a * columns + b] as number
  let sum = valueAt(i.plus, j.plus)
  if (j.minus !== undefined) sum -= valueAt(i.plus, j.minus)
  if (i.minus !== undefined) sum -= valueAt(i.minus, j.plus)
  if (i.minus !== undefined && j.minus !== undefined) sum += valueAt(i.minus, j.minus)
  return i.minus === undefined && j.minus === undefined ? sum + labelBiasVariance : sum
}

/**
 * The prior covariance of a frame's utility, label bias included, with an observation's, given that of the frame with all
 * frames.
 */
export function covarianceWith(
  { plus, minus, heard = 1 }: Observation,
  toFrames: ArrayLike<number>,
  labelBiasVariance: number,
): number {
  const other = minus === undefined ? -labelBiasVariance : (toFrames[minus] as number)
  return heard * ((toFrames[plus] as number) - other)
}

/** The posterior mean is linear in covariances with frames and with the label bias. These are their weights. */
export function weightsOf(
  observations: readonly Observation[],
  gradient: Float64Array,
  frameCount: number,
): { readonly frameWeights: Float64Array; readonly labelBiasWeight: number } {
  const frameWeights = new Float64Array(frameCount)
  let labelBiasWeight = 0
  for (const [i, { plus, minus, heard = 1 }] of observations.entries()) {
    const weight = heard * (gradient[i] as number)
    frameWeights[plus] = (frameWeights[plus] as number) + weight
    if (minus === undefined) labelBiasWeight += weight
    else frameWeights[minus] = (frameWeights[minus] as number) - weight
  }
  return { frameWeights, labelBiasWeight }
}
