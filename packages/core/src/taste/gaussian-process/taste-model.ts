import type { Matrix } from '../linear-algebra/matrix.ts'
import type { Mixture } from '../simple-tastes/mixture.ts'
import type { Observation } from './likelihood.ts'
import type { TasteFrame, TasteSettings } from './observations.ts'

/** The posterior over the owner's utility, as plain data: a mixture of Laplace approximations. */
export type TasteModel = Mixture & {
  readonly settings: TasteSettings
  readonly frames: readonly TasteFrame[]
  readonly observations: readonly Observation[]
  /** The variance of the predicted utilities before any judgement, as a share of that of one person's; 1 if absent. */
  readonly ownShare?: number
  /** Posterior mean of the label bias. */
  readonly labelBias: number
}

/** What one component or simple taste predicts for a frame. */
export type PosteriorPart = { readonly weight: number; readonly mean: number; readonly variance: number }

export type Prediction = {
  /** Posterior mean and variance of the utility, in log odds of being called good. */
  readonly mean: number
  readonly variance: number
  /** Probability that the owner would call the frame good. */
  readonly probability: number
  /** The mean is the sum of the prior part and what the judgements add. */
  readonly priorPart: number
  readonly learnedPart: number
  /** From 0 to 1: grows with the probability that the score is right. */
  readonly confidence: number
  /** What each judged frame adds to the mean, largest contribution first. */
  readonly nearest: readonly { readonly frame: number; readonly influence: number }[]
}

/**
 * What one component of a model predicts for some frames. Utilities include the label bias, because a score is the
 * probability of a label; it cancels in the difference of two frames.
 */
export type JointPosterior = {
  /** Probability of the component. */
  readonly weight: number
  /** Mean utility of each frame. */
  readonly means: Float64Array
  /** Covariance of the utilities of each pair of frames. */
  readonly covariance: Matrix
}

/** The same without the covariances between frames. */
export type Marginals = Pick<JointPosterior, 'weight' | 'means'> & { readonly variances: Float64Array }
