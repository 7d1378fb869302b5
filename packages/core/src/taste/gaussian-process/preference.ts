import { probabilityMoments, probabilityOf } from '../score.ts'
import { fitMixture } from '../simple-tastes/mixture.ts'
import { besideCrowd, besideNothing } from '../simple-tastes/settings.ts'
import {
  basePriorOf,
  frameCovariancesOf,
  type Judgements,
  observationsOf,
  pictureCovariancesOf,
  type TasteFrame,
  type TasteSettings,
  weightsOf,
} from './observations.ts'
import { covariancesToJudged, marginalsAt } from './posterior.ts'
import type { PosteriorPart, Prediction, TasteModel } from './taste-model.ts'
import { settingsFor } from './team-settings.ts'
import { heardByTeam, teamShare } from './voices.ts'

/** Chosen with `bench:taste` across the raters of several data sets; see docs/taste-model.md. */
export const tasteSettings: TasteSettings = {
  kernel: { bandwidth: 0.48, localVariance: 6, sharedVariance: 0.85 },
  pictureVariance: 7.5,
  copies: { same: 0.22, other: 0.36 },
  // Most follow the crowd, some mostly ignore it, and a few prefer the opposite.
  agreement: [
    { weight: 0.94, mean: 1.7, variance: 0.7 },
    { weight: 0.04, mean: -0.25, variance: 0.85 },
    { weight: 0.02, mean: -1.2, variance: 0.35 },
  ],
  wishScale: 2.8,
  wishVariance: 0.15,
  // Some call a tenth of all pictures good, some nine tenths.
  labelBiasVariance: 9,
  comparisonNoise: { steepness: 1.6, tieMargin: 2 },
  simpleTastes: besideCrowd,
}

/** For dimensions in which the crowd's opinion is unknown. */
export const tasteSettingsWithoutCrowd: TasteSettings = {
  kernel: { bandwidth: 0.5, localVariance: 4.5, sharedVariance: 0.45 },
  pictureVariance: 2.5,
  copies: { same: 0.22, other: 0.36 },
  agreement: [{ weight: 1, mean: 1, variance: 0.15 }],
  wishScale: 1.5,
  wishVariance: 0.15,
  labelBiasVariance: 1,
  comparisonNoise: { steepness: 1, tieMargin: 1.2 },
  simpleTastes: besideNothing,
}

/** Gaussian process preference learning: one latent value for each observation, with a logistic likelihood. */
export function fitTaste(judgements: Judgements, settings: TasteSettings = tasteSettings): TasteModel {
  const { frames } = judgements
  const { labelBiasVariance } = settings
  const observations = heardByTeam(observationsOf(judgements, settings).filter(({ weight }) => weight > 0))
  const covariances = pictureCovariancesOf(settings, frames, frameCovariancesOf(settings, frames))
  const base = basePriorOf(observations, frames, covariances, settings)
  const mixture = fitMixture(base, frames, settingsFor(settings, base.voices))
  const labelBias = mixture.components.reduce(
    (sum, { weight, gradient }) => sum + weight * weightsOf(observations, gradient, frames.length).labelBiasWeight,
    0,
  )
  const shared = base.voices < 2 ? {} : { ownShare: teamShare(base.voices) }
  return { settings, frames, observations, ...mixture, ...shared, labelBias: labelBiasVariance * labelBias }
}

/** The posterior at a frame, label bias included, since a score is the probability of a label. */
export function predictTaste(
  model: TasteModel,
  frame: TasteFrame,
  nearestMax = 5,
  parts = partsAt(model, frame),
): Prediction {
  const posterior = mixed(parts)
  const priorPart = priorMeanAt(model, frame)
  return {
    ...posterior,
    probability: parts.reduce((sum, part) => sum + part.weight * probabilityOf(part), 0),
    priorPart,
    learnedPart: posterior.mean - priorPart,
    // A prior knows pictures, and nobody's taste.
    confidence: model.observations.length === 0 ? 0 : confidenceIn(parts),
    nearest: nearestMax === 0 ? [] : strongest(influences(model, frame), nearestMax),
  }
}

/** What the components and then the simple tastes predict for a frame. */
export function partsAt(model: TasteModel, frame: TasteFrame): readonly PosteriorPart[] {
  return marginalsAt(model, [frame]).map(({ weight, means, variances }) => ({
    ...{ weight, mean: at(means, 0), variance: at(variances, 0) },
  }))
}

/** The expected factor by which an owner who has judged nothing follows the prior mean. */
export function expectedAgreement({ agreement }: TasteSettings): number {
  return agreement.reduce((sum, { weight, mean }) => sum + weight * mean, 0)
}

/** The mean of the same factor for the likeliest kind of owner. */
export function usualAgreement({ agreement }: TasteSettings): number {
  return agreement.reduce((a, b) => (b.weight > a.weight ? b : a)).mean
}

function priorMeanAt({ settings }: TasteModel, { priorMean, wishMean = 0 }: TasteFrame): number {
  return wishMean + expectedAgreement(settings) * priorMean
}

/** One minus twice the standard deviation of the probability of `good`, which is at most a half. */
function confidenceIn(parts: readonly PosteriorPart[]): number {
  const scores = parts.map((part) => ({ weight: part.weight, ...probabilityMoments(part) }))
  const mean = scores.reduce((sum, score) => sum + score.weight * score.mean, 0)
  const variance = scores.reduce((sum, score) => sum + score.weight * (score.variance + (score.mean - mean) ** 2), 0)
  return Math.max(1 - 2 * Math.sqrt(variance), 0)
}

/** The mean and the variance of a mixture. */
function mixed(parts: readonly PosteriorPart[]) {
  const mean = parts.reduce((sum, part) => sum + part.weight * part.mean, 0)
  const variance = parts.reduce((sum, part) => sum + part.weight * (part.variance + (part.mean - mean) ** 2), 0)
  return { mean, variance }
}

/** What each judged frame adds to the mean at a frame, without what changes the weights of the components. */
function influences(model: TasteModel, frame: TasteFrame): Float64Array {
  const { frames, observations, components } = model
  const sums = new Float64Array(frames.length)
  const toFrames = covariancesToJudged(model, [frame], 'judged').values
  for (const { weight, gradient, agreement } of components) {
    const { frameWeights } = weightsOf(observations, gradient, frames.length)
    for (const [i, { priorMean }] of frames.entries()) {
      const covariance = at(toFrames, i) + agreement.variance * frame.priorMean * priorMean
      sums[i] = at(sums, i) + weight * at(frameWeights, i) * covariance
    }
  }
  return sums
}

function strongest(influence: Float64Array, max: number): Prediction['nearest'] {
  return Array.from(influence, (value, frame) => ({ frame, influence: value }))
    .sort((a, b) => Math.abs(b.influence) - Math.abs(a.influence) || a.frame - b.frame)
    .slice(0, max)
}

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no value at index ${index}`)
  return value
}
