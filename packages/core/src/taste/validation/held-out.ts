import { innerProduct, type Kernel } from '../gaussian-process/kernel.ts'
import { likelierOutcomes, type ScoredTargets, scoresOf } from '../gaussian-process/likelier-outcomes.ts'
import type { Observation } from '../gaussian-process/likelihood.ts'
import {
  basePriorOf,
  covarianceWith,
  crowdOf,
  frameCovariancesOf,
  type Judgements,
  observationsOf,
  pictureCovariancesOf,
  type TasteFrame,
  type TasteSettings,
} from '../gaussian-process/observations.ts'
import { restrictBase, utilitiesAtModes } from '../gaussian-process/owner-mixture.ts'
import { settingsFor } from '../gaussian-process/team-settings.ts'
import { heardByTeam, heardOf, teamShare, voiceCountOf } from '../gaussian-process/voices.ts'
import { type Matrix, matrix, rowOf, symmetricMatrix } from '../linear-algebra/matrix.ts'
import { fitSimpleTastes, startsOf } from '../simple-tastes/fit-simple-tastes.ts'
import { fitMixture, type Mixture } from '../simple-tastes/mixture.ts'
import { simpleScores } from '../simple-tastes/simple-posterior.ts'

/** Predicts some of the judgements from others. */
export interface HeldOutPredictor {
  /** The labels, then the comparisons, then the stand-ins, which are always trained on. */
  readonly observations: readonly Observation[]
  /**
   * For each of `held`, the outcome that is more probable given `training`: 1 or 0, or 0.5 if neither. Both are indices
   * of observations.
   */
  predict(training: readonly number[], held: readonly number[]): readonly number[]
  /** The scores of the pictures of held-out labels: the probability that the owner would call each good. */
  scores(training: readonly number[], heldLabels: readonly number[]): readonly number[]
}

/**
 * The frames given the training judgements, if they depend on these: as the judged frames of a fit, and as frames to
 * predict. Axes and wishes do not change.
 */
export type FramesAfter = (training: readonly number[]) => {
  readonly trained: readonly TasteFrame[]
  readonly predictedAt: (frame: number) => TasteFrame
  /** Whether the directions also change. They are the same as judged and as predicted. */
  readonly hasOtherDirections?: boolean
}

/**
 * Predicts the same as a model fitted to the training judgements, in much less time: the kernel is evaluated once, and
 * every fit uses its part of it and starts at the modes of a fit to all judgements. Predictions leave out the
 * picture-specific effect: a picture of a held-out comparison often occurs in others, and the result should show how
 * well new pictures are predicted.
 */
export function createHeldOutPredictor(
  judgements: Judgements,
  ownerSettings: TasteSettings,
  framesAfter?: FramesAfter,
): HeldOutPredictor {
  const { frames } = judgements
  const { labelBiasVariance, agreement } = ownerSettings
  const observations = heardByTeam(observationsOf(judgements, ownerSettings))
  const settings = settingsFor(ownerSettings, voiceCountOf(observations))
  const ownShare = teamShare(voiceCountOf(observations))
  const standIns = observations.flatMap(({ isStandIn }, i) => (isStandIn ? [i] : []))
  const covariancesBefore = frameCovariancesOf(settings, frames)
  const baseOf = (covariances: Matrix) =>
    basePriorOf(observations, frames, pictureCovariancesOf(settings, frames, covariances), settings)
  const base = baseOf(covariancesBefore)
  const utilities = utilitiesAtModes(base, agreement)
  const simpleStarts = startsOf(fitSimpleTastes(observations, frames, settings))

  function targetsOf(
    training: readonly Observation[],
    wanted: readonly number[],
    predicted: readonly TasteFrame[],
    frameCovariances: Matrix,
    { simpleTastes }: Mixture,
  ): ScoredTargets {
    const rows = wanted.map((frame) => rowOf(frameCovariances, frame))
    return {
      wishes: Float64Array.from(predicted, ({ wishMean = 0 }) => wishMean),
      crowd: Float64Array.from(predicted, ({ priorMean }) => priorMean),
      variances: Float64Array.from(
        wanted,
        (frame, i) => ownShare * (((rows[i] as Float64Array)[frame] as number) + labelBiasVariance),
      ),
      simpleScores: simpleScores({ simpleTastes, settings }, predicted),
      ownShare,
      covariances: matrix(wanted.length, training.length, (i, k) =>
        covarianceWith(training[k] as Observation, rows[i] as Float64Array, labelBiasVariance),
      ),
    }
  }

  function fitTo(training: readonly number[], held: readonly number[]) {
    const judged = training.filter((i) => !(observations[i] as Observation).isStandIn)
    const counted = [...judged, ...standIns].filter((i) => (observations[i] as Observation).weight > 0)
    const heldObservations = held.map((i) => observations[i] as Observation)
    const wanted = [...new Set(heldObservations.flatMap(({ plus, minus = plus }) => [plus, minus]))]
    const after = framesAfter?.(training)
    const covariances = after?.hasOtherDirections
      ? withDirections(settings.kernel, covariancesBefore, frames, after.trained)
      : covariancesBefore
    const restricted = restrictBase(covariances === covariancesBefore ? base : baseOf(covariances), counted)
    const trained = after ? { ...restricted, crowd: crowdOf(restricted.observations, after.trained) } : restricted
    const mixture = fitMixture(trained, after?.trained ?? frames, settings, {
      components: utilities.map((values) => Float64Array.from(counted, (i) => values[i] as number)),
      simpleTastes: simpleStarts,
    })
    const predicted = wanted.map(after?.predictedAt ?? ((frame) => frames[frame] as TasteFrame))
    const targets = targetsOf(trained.observations, wanted, predicted, covariances, mixture)
    const targetOf = new Map(wanted.map((frame, i) => [frame, i]))
    const questions = heldObservations.map(({ plus, minus }) => ({
      plus: targetOf.get(plus) as number,
      minus: minus === undefined ? undefined : targetOf.get(minus),
    }))
    return { components: mixture.components, crowd: heardOf(trained.observations, trained.crowd), targets, questions }
  }

  return {
    observations,
    predict(training, held) {
      const { components, crowd, targets, questions } = fitTo(training, held)
      return likelierOutcomes(components, crowd, targets, questions)
    },
    scores(training, heldLabels) {
      const { components, crowd, targets, questions } = fitTo(training, heldLabels)
      const scores = scoresOf(components, crowd, targets)
      return questions.map(({ plus }) => scores[plus] as number)
    },
  }
}

/** The covariances of frames of which only the directions have changed. */
function withDirections(
  { sharedVariance }: Kernel,
  { values }: Matrix,
  before: readonly TasteFrame[],
  after: readonly TasteFrame[],
): Matrix {
  const shared = (frames: readonly TasteFrame[], i: number, j: number) => {
    const [a, b] = [frames[i] as TasteFrame, frames[j] as TasteFrame]
    return sharedVariance * innerProduct(a.coordinates.directions, b.coordinates.directions)
  }
  return symmetricMatrix(
    before.length,
    (i, j) => (values[i * before.length + j] as number) + shared(after, i, j) - shared(before, i, j),
  )
}
