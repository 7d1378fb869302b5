/** π/8: the logistic function of x is about the normal distribution function of x·√(π/8). */
const probitScale = Math.PI / 8
/** Variance of the Gaussian that the entropy of a probit answer resembles as a function of its utility. */
const entropyVariance = (Math.PI * Math.LN2) / 2

/** A yes-or-no answer: it is decided by a utility with this mean and variance, and by noise. */
export interface Decider {
  readonly mean: number
  readonly variance: number
  readonly noiseVariance: number
}

/**
 * What an answer is expected to tell about the utility that decides it, in bits: the mutual information of the two (BALD,
 * Houlsby et al. 2011). At most 1. It is small where the answer is known and where it would be chance.
 */
export function expectedInformation({ mean, variance, noiseVariance }: Decider): number {
  const scale = probitScale / (1 + probitScale * noiseVariance)
  const scaledVariance = scale * variance
  const total = scaledVariance + entropyVariance
  const expectedNoise = Math.sqrt(entropyVariance / total) * Math.exp((-scale * mean * mean) / (2 * total))
  return Math.min(1, Math.max(0, entropyOf(probabilityOfYes({ mean, variance, noiseVariance })) - expectedNoise))
}

/** By which factor of a squared covariance an answer reduces a variance. */
export function expectedReduction(decider: Decider): number {
  const probability = probabilityOfYes(decider)
  const precision = (probability * (1 - probability)) / (1 + probitScale * decider.noiseVariance)
  return precision / (1 + precision * decider.variance)
}

function probabilityOfYes({ mean, variance, noiseVariance }: Decider): number {
  return 1 / (1 + Math.exp(-mean / Math.sqrt(1 + probitScale * (variance + noiseVariance))))
}

function entropyOf(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0
  return -(probability * Math.log2(probability) + (1 - probability) * Math.log2(1 - probability))
}
