import { solveLowerRows } from '../linear-algebra/cholesky.ts'
import { dot, innerProducts, type Matrix, matrix, rowOf, symmetricMatrix } from '../linear-algebra/matrix.ts'
import { simpleJointPosterior, simpleMarginals } from '../simple-tastes/simple-posterior.ts'
import type { Coordinates } from './kernel.ts'
import type { Observation } from './likelihood.ts'
import {
  copyShare,
  covarianceWith,
  firstAlikeOf,
  frameCovariance,
  frameCovariancesBetween,
  frameCovariancesOf,
  heardCrowdOf,
  type TasteFrame,
  type TasteSettings,
} from './observations.ts'
import type { TasteComponent } from './owner-mixture.ts'
import type { JointPosterior, Marginals, TasteModel } from './taste-model.ts'

/**
 * Which utilities include the picture-specific effect: `none`, as if the frames were other, similar pictures; `judged`,
 * because nothing is known about the effect of unjudged pictures; or `all`.
 */
export type Particular = 'none' | 'judged' | 'all'

/**
 * The joint posterior of the frames' utilities: a mixture of Gaussians, one for each component of the model and one for
 * all simple tastes together.
 */
export function posteriorAt(
  model: TasteModel,
  frames: readonly TasteFrame[],
  particular: Particular = 'judged',
): readonly JointPosterior[] {
  const { settings } = model
  const crowd = heardCrowdOf(model)
  const targets = targetsOf(model, frames, particular)
  const covariances = frameCovariancesOf(settings, frames).values
  const effects = frames.map((frame) => effectOf(model, frame, particular))
  const prior = symmetricMatrix(
    frames.length,
    (i, j) =>
      targets.ownShare *
      ((covariances[i * frames.length + j] as number) +
        effectCovariance(settings, effects[i], effects[j]) +
        settings.labelBiasVariance),
  )
  const ofKinds = model.components.map((component) => {
    const { means, whitened } = conditioned(component, crowd, targets)
    const { variance } = component.agreement
    const removed = innerProducts(whitened).values
    const covariance = symmetricMatrix(frames.length, (i, j) => {
      const agreement = targets.ownShare * variance * (targets.crowd[i] as number) * (targets.crowd[j] as number)
      const place = i * frames.length + j
      return (prior.values[place] as number) + agreement - (removed[place] as number)
    })
    return { weight: component.weight, means, covariance }
  })
  return [...ofKinds, ...simpleJointPosterior(model, frames)]
}

/** Much faster than `posteriorAt` for many frames. */
export function marginalsAt(
  model: TasteModel,
  frames: readonly TasteFrame[],
  particular: Particular = 'judged',
): readonly Marginals[] {
  const crowd = heardCrowdOf(model)
  const targets = targetsOf(model, frames, particular)
  return [
    ...model.components.map((component) => marginalsOf(component, crowd, targets)),
    ...simpleMarginals(model, frames),
  ]
}

/** The mean utility of a frame alone, which is much faster. */
export function meanAt(model: TasteModel, frame: TasteFrame): number {
  const targets = targetsOf(model, [frame], 'judged')
  const ofKinds = model.components.reduce((sum, one) => sum + one.weight * (meansOf(one, targets)[0] as number), 0)
  return ofKinds + simpleMarginals(model, [frame]).reduce((sum, one) => sum + one.weight * (one.means[0] as number), 0)
}

/** The variance of a frame's utility before any judgement, for an owner who ignores the prior mean. */
export function priorVarianceAt(model: TasteModel, frame: TasteFrame, particular: Particular = 'judged'): number {
  const { settings } = model
  const ofTaste = frameCovariance(settings, frame, frame) + settings.labelBiasVariance
  const effect = effectOf(model, frame, particular)
  return (model.ownShare ?? 1) * (ofTaste + effectCovariance(settings, effect, effect))
}

/** The picture-specific effect of a frame, or part of it: that of a judged picture, by its place, or one of its own. */
type Effect = { readonly picture: number | Coordinates; readonly share: number }

/** Undefined if the utility does not include the effect, or nothing is known about it. */
function effectOf(model: TasteModel, frame: TasteFrame, particular: Particular): Effect | undefined {
  if (particular === 'none') return undefined
  return nearestJudged(model, frame) ?? (particular === 'all' ? { picture: frame.coordinates, share: 1 } : undefined)
}

/** The judged picture that the frame shows, or nearly shows. */
function nearestJudged({ settings, frames, observations }: TasteModel, frame: TasteFrame): Effect | undefined {
  const own = frame.coordinates.axes
  const firstAlike = firstAlikeOf(settings.copies, frames)
  let nearest: Effect | undefined
  for (const [i, { coordinates }] of frames.entries()) {
    const share = copyShare(settings.copies, own, coordinates.axes)
    if (share <= (nearest?.share ?? 0)) continue
    const isJudged = observations.some(({ plus, minus, isStandIn }) => !isStandIn && (plus === i || minus === i))
    if (isJudged) nearest = { picture: firstAlike[i] as number, share }
  }
  return nearest
}

function effectCovariance({ pictureVariance }: TasteSettings, a: Effect | undefined, b: Effect | undefined): number {
  return a && b && a.picture === b.picture ? a.share * b.share * pictureVariance : 0
}

/** The covariances of the frames' utilities with those of the judged frames, in a row for each frame. */
export function covariancesToJudged(model: TasteModel, frames: readonly TasteFrame[], particular: Particular): Matrix {
  const { settings, frames: judged } = model
  const covariances = frameCovariancesBetween(settings, frames, judged)
  if (particular === 'none') return covariances
  for (const [i, frame] of frames.entries()) {
    const effect = nearestJudged(model, frame)
    if (!effect) continue
    const row = rowOf(covariances, i)
    const firstAlike = firstAlikeOf(settings.copies, judged)
    for (const [j, picture] of firstAlike.entries()) {
      row[j] = (row[j] as number) + effectCovariance(settings, effect, { picture, share: 1 })
    }
  }
  return covariances
}

/** Frames to predict, before the component's agreement with the prior mean. */
export type Targets = {
  readonly wishes: Float64Array
  readonly crowd: Float64Array
  /** See `TasteModel`. */
  readonly ownShare: number
  /** Label bias included. */
  readonly variances: Float64Array
  /** A row for each frame, a column for each observation. */
  readonly covariances: Matrix
}

/** `crowd` is what people in general would say about each observation. */
export function marginalsOf(component: TasteComponent, crowd: Float64Array, targets: Targets): Marginals {
  const { means, whitened } = conditioned(component, crowd, targets)
  const variances = targets.variances.map((variance, i) => {
    const row = rowOf(whitened, i)
    return Math.max(
      variance + targets.ownShare * component.agreement.variance * (targets.crowd[i] as number) ** 2 - dot(row, row),
      0,
    )
  })
  return { weight: component.weight, means, variances }
}

export function targetsOf(model: TasteModel, frames: readonly TasteFrame[], particular: Particular): Targets {
  const { observations } = model
  const { labelBiasVariance } = model.settings
  const judged = covariancesToJudged(model, frames, particular)
  const toJudged = frames.map((_, i) => rowOf(judged, i))
  return {
    wishes: Float64Array.from(frames, ({ wishMean = 0 }) => wishMean),
    crowd: Float64Array.from(frames, ({ priorMean }) => priorMean),
    variances: Float64Array.from(frames, (frame) => priorVarianceAt(model, frame, particular)),
    ownShare: model.ownShare ?? 1,
    covariances: matrix(frames.length, observations.length, (i, k) =>
      covarianceWith(observations[k] as Observation, toJudged[i] as Float64Array, labelBiasVariance),
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

/** The posterior means alone, which is much faster. */
export function meansOf({ gradient, factor }: TasteComponent, targets: Targets): Float64Array {
  return targets.wishes.map(
    (wish, i) => wish + factor * (targets.crowd[i] as number) + dot(rowOf(targets.covariances, i), gradient),
  )
}
