import type { Observation } from './likelihood.ts'
import type { TasteFrame, TasteSettings } from './observations.ts'
import type { TasteComponent } from './owner-mixture.ts'

/** The posterior over the owner's utility, as plain data: a mixture of Laplace approximations. */
export type TasteModel = {
  readonly settings: TasteSettings
  readonly frames: readonly TasteFrame[]
  readonly observations: readonly Observation[]
  /** The kinds of owners that remain probable. */
  readonly components: readonly TasteComponent[]
  /** Posterior mean of the label bias. */
  readonly labelBias: number
}

export type Prediction = {
  /** Posterior mean and variance of the utility, in log odds of being called good. */
  readonly mean: number
  readonly variance: number
  /** Probability that the owner would call the frame good. */
  readonly probability: number
  /** The mean is the sum of the prior part and what the judgements add. */
  readonly priorPart: number
  readonly learnedPart: number
  /** Share of the prior variance that the judgements removed. */
  readonly confidence: number
  /** What each judged frame adds to the mean, largest contribution first. */
  readonly nearest: readonly { readonly frame: number; readonly influence: number }[]
}
