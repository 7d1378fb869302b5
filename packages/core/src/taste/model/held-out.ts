import { probabilityOf } from '../score.ts'
import { fitComponents, restrictBase } from './components.ts'
import type { Observation } from './laplace.ts'
import { type Matrix, matrix } from './linear-algebra.ts'
import {
  type BasePrior,
  basePriorOf,
  covarianceWith,
  crowdOf,
  type Judgements,
  observationsOf,
  pictureCovariancesOf,
  type TasteFrame,
  type TasteSettings,
} from './observations.ts'
import { marginalsOf, type Targets } from './posterior.ts'

/** Predicts some of the judgements from others. */
export interface HeldOutPredictor {
  /** The labels, then the comparisons. */
  readonly observations: readonly Observation[]
  /**
   * The outcome that the judgements `training` make more probable, for each of `held`: 1 or 0, or 0.5 if none is. Both
   * are indices of observations.
   */
  predict(training: readonly number[], held: readonly number[]): readonly number[]
}

/**
 * The frames after the training judgements, if these change the prior means: as the judged frames of a fit, and as frames
 * to predict. Coordinates and wishes stay as they are.
 */
export type FramesAfter = (training: readonly number[]) => {
  readonly trained: readonly TasteFrame[]
  readonly predicted: readonly TasteFrame[]
}

/**
 * Gives what a model fitted to the training judgements would, in far less time: the kernel is evaluated once, and every
 * fit takes its part of that.
 */
export function createHeldOutPredictor(
  judgements: Judgements,
  settings: TasteSettings,
  framesAfter?: FramesAfter,
): HeldOutPredictor {
  const { frames } = judgements
  const { labelBiasVariance, pictureVariance } = settings
  const observations = observationsOf(judgements)
  const pictureCovariances = pictureCovariancesOf(settings, frames)
  const base = basePriorOf(observations, frames, pictureCovariances, settings)

  /** The frames' scores after the training. */
  function scoresAfter(
    training: BasePrior,
    wanted: readonly number[],
    predicted: readonly TasteFrame[],
  ): ReadonlyMap<number, number> {
    const targets = targetsOf(training.observations, wanted, predicted)
    const scores = new Float64Array(wanted.length)
    for (const component of fitComponents(training, settings.agreement)) {
      const { weight, means, variances } = marginalsOf(component, training.crowd, targets)
      for (const [i, mean] of means.entries()) {
        scores[i] = (scores[i] as number) + weight * probabilityOf({ mean, variance: variances[i] as number })
      }
    }
    return new Map(wanted.map((frame, i) => [frame, scores[i] as number]))
  }

  function targetsOf(
    training: readonly Observation[],
    wanted: readonly number[],
    predicted: readonly TasteFrame[],
  ): Targets {
    const rows = wanted.map((frame) => rowOf(pictureCovariances, frame))
    const judged = new Set(training.flatMap(({ plus, minus = plus }) => [plus, minus]))
    const leftOut = (frame: number) => (judged.has(frame) ? 0 : pictureVariance)
    const at = (frame: number) => predicted[frame] as TasteFrame
    return {
      wishes: Float64Array.from(wanted, (frame) => at(frame).wishMean ?? 0),
      crowd: Float64Array.from(wanted, (frame) => at(frame).priorMean),
      variances: Float64Array.from(
        wanted,
        (frame, i) => ((rows[i] as Float64Array)[frame] as number) - leftOut(frame) + labelBiasVariance,
      ),
      covariances: matrix(wanted.length, training.length, (i, k) =>
        covarianceWith(training[k] as Observation, rows[i] as Float64Array, labelBiasVariance),
      ),
    }
  }

  return {
    observations,
    predict(training, held) {
      const counted = training.filter((i) => (observations[i] as Observation).weight > 0)
      const asked = held.map((i) => observations[i] as Observation)
      const wanted = [...new Set(asked.flatMap(({ plus, minus = plus }) => [plus, minus]))]
      const restricted = restrictBase(base, counted)
      const after = framesAfter?.(training)
      const trained = after ? { ...restricted, crowd: crowdOf(restricted.observations, after.trained) } : restricted
      const scores = scoresAfter(trained, wanted, after?.predicted ?? frames)
      const scoreOf = (frame: number | undefined) => (frame === undefined ? 0.5 : (scores.get(frame) as number))
      return asked.map(({ plus, minus }) => outcomeOf(scoreOf(plus) - scoreOf(minus)))
    },
  }
}

/** A label is more probably good if the score is above 0.5; of two frames the one that scores higher wins. */
function outcomeOf(margin: number): number {
  return margin === 0 ? 0.5 : Number(margin > 0)
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}
