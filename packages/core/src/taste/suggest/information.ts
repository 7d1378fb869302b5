import { probabilityOf } from '../score.ts'

/** π/8: the logistic function of x is about the normal distribution function of x·√(π/8). */
const probitScale = Math.PI / 8
/** Variance of the Gaussian that the entropy of a probit answer resembles as a function of its utility. */
const entropyVariance = (Math.PI * Math.LN2) / 2

/** A yes-or-no answer, decided by a utility with this mean and variance, plus noise. */
export interface Decider {
  readonly mean: number
  readonly variance: number
  readonly noiseVariance: number
  /** Log odds of yes for each unit of utility. */
  readonly steepness: number
}

/**
 * What an answer is expected to reveal about the utility that decides it, in bits: the mutual information of the two
 * (BALD, Houlsby et al. 2011). At most 1. It is small if the answer is already known or mostly random.
 */
export function expectedInformation(decider: Decider): number {
  const { mean, variance, noiseVariance } = decider
  const scale = probitScaleOf(decider) / (1 + probitScaleOf(decider) * noiseVariance)
  const total = scale * variance + entropyVariance
  const expectedNoise = Math.sqrt(entropyVariance / total) * Math.exp((-scale * mean * mean) / (2 * total))
  return Math.min(1, Math.max(0, entropyOf(probabilityOfYes(decider)) - expectedNoise))
}

/** The factor of a squared covariance by which an answer reduces a variance. */
export function expectedReduction(decider: Decider): number {
  const { variance, noiseVariance, steepness } = decider
  const probability = probabilityOfYes(decider)
  const curvature = steepness ** 2 * probability * (1 - probability)
  const precision = curvature / (1 + probitScaleOf(decider) * noiseVariance)
  return precision / (1 + precision * variance)
}

function probabilityOfYes({ mean, variance, noiseVariance, steepness }: Decider): number {
  return probabilityOf({ mean: steepness * mean, variance: steepness ** 2 * (variance + noiseVariance) })
}

function probitScaleOf({ steepness }: Decider): number {
  return probitScale * steepness ** 2
}

function entropyOf(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0
  return -(probability * Math.log2(probability) + (1 - probability) * Math.log2(1 - probability))
}
