import { probabilityOf } from '../score.ts'
import {
  choleskyFactorAt,
  findMode,
  type LatentPrior,
  type Observation,
  type PosteriorMode,
  restrictPrior,
} from './laplace.ts'
import { dot, type Matrix, matrix, multiply, solveLowerRows } from './linear-algebra.ts'
import {
  covarianceWith,
  frameCovariancesOf,
  type Judgements,
  latentPriorOf,
  observationsOf,
  type TasteFrame,
  weightsOf,
} from './observations.ts'
import { tasteSettings } from './preference.ts'

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
 * Gives what a model fitted to the training judgements would, in far less time: the kernel is evaluated once, every fit
 * takes its part of that, and the variance of a picture's utility is computed only where it can decide a comparison.
 */
export function createHeldOutPredictor(judgements: Judgements): HeldOutPredictor {
  const { frames } = judgements
  const { labelBiasVariance } = tasteSettings
  const observations = observationsOf(judgements)
  const frameCovariances = frameCovariancesOf(tasteSettings, frames)
  const prior = latentPriorOf(observations, frames, frameCovariances, labelBiasVariance)

  function utilitiesAfter(training: LatentPrior): Utilities {
    const mode = findMode(training)
    const { frameWeights, labelBiasWeight } = weightsOf(training.observations, mode.gradient, frames.length)
    const learned = multiply(frameCovariances, frameWeights)
    return {
      meanOf: (frame) =>
        (frames[frame] as TasteFrame).priorMean + (learned[frame] as number) + labelBiasWeight * labelBiasVariance,
      variancesOf(wanted) {
        const rows = wanted.map((frame) => rowOf(frameCovariances, frame))
        const covariances = matrix(wanted.length, training.observations.length, (i, k) =>
          covarianceWith(training.observations[k] as Observation, rows[i] as Float64Array, labelBiasVariance),
        )
        const removed = removedVariances(training, mode, covariances)
        return wanted.map((frame, i) => {
          const variance = (rowOf(frameCovariances, frame)[frame] as number) + labelBiasVariance
          return Math.max(variance - (removed[i] as number), 0)
        })
      },
    }
  }

  return {
    observations,
    predict(training, held) {
      const counted = training.filter((i) => (observations[i] as Observation).weight > 0)
      const utilities = utilitiesAfter(restrictPrior(prior, counted))
      return moreProbableOutcomes(
        held.map((i) => observations[i] as Observation),
        utilities,
      )
    },
  }
}

/** The posterior of the frames' utilities. */
interface Utilities {
  meanOf(frame: number): number
  variancesOf(frames: readonly number[]): readonly number[]
}

/** By how much the judgements reduce the variance of each frame, given its covariances with them in a row. */
function removedVariances(training: LatentPrior, mode: PosteriorMode, { rows, columns, values }: Matrix) {
  const scaled = values.map((value, i) => value * (mode.hessianRoot[i % columns] as number))
  const whitened = solveLowerRows(choleskyFactorAt(training, mode), { rows, columns, values: scaled })
  return Array.from({ length: rows }, (_, i) => dot(rowOf(whitened, i), rowOf(whitened, i)))
}

/**
 * A label is more probably good if the score is above 0.5; of two frames the one that scores higher wins. Uncertainty
 * draws scores towards 0.5 but never past it, so it matters only to two frames on the same side of 0.5.
 */
function moreProbableOutcomes(held: readonly Observation[], { meanOf, variancesOf }: Utilities): readonly number[] {
  const frames = new Set(held.flatMap(({ plus, minus = plus }) => [plus, minus]))
  const certain = new Map([...frames].map((frame) => [frame, probabilityOf({ mean: meanOf(frame), variance: 0 })]))
  const scoreIfCertain = (frame: number | undefined) => (frame === undefined ? 0.5 : (certain.get(frame) ?? 0.5))
  const isClose = ({ plus, minus }: Observation) => (scoreIfCertain(plus) - 0.5) * (scoreIfCertain(minus) - 0.5) > 0
  const close = [...new Set(held.filter(isClose).flatMap(({ plus, minus = plus }) => [plus, minus]))]
  const variances = close.length === 0 ? [] : variancesOf(close)
  const scores = new Map(
    close.map((frame, i) => [frame, probabilityOf({ mean: meanOf(frame), variance: variances[i] as number })]),
  )
  const score = (frame: number) => scores.get(frame) as number
  return held.map((one) => {
    const { plus, minus } = one
    return minus !== undefined && isClose(one)
      ? outcomeOf(score(plus) - score(minus))
      : outcomeOf(scoreIfCertain(plus) - scoreIfCertain(minus))
  })
}

function outcomeOf(margin: number): number {
  return margin === 0 ? 0.5 : Number(margin > 0)
}

function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}
