/** π/8: the logistic function of x is about the normal distribution function of x·√(π/8). */
const probitScale = Math.PI / 8
/** Variance of the Gaussian that the entropy of a probit answer resembles as a function of its utility. */
const entropyVariance = (Math.PI * Math.LN2) / 2

/**
 * What a yes-or-no answer is expected to tell about the utility that decides it, in bits: the mutual information of the
 * two (BALD, Houlsby et al. 2011). At most 1. It is small both where the answer is known and where it would be chance.
 */
export function expectedInformation(mean: number, variance: number): number {
  const scaledVariance = probitScale * variance
  const scaledMeanSquare = probitScale * mean * mean
  const probability = 1 / (1 + Math.exp(-Math.abs(mean) / Math.sqrt(1 + scaledVariance)))
  const total = scaledVariance + entropyVariance
  const expectedNoise = Math.sqrt(entropyVariance / total) * Math.exp(-scaledMeanSquare / (2 * total))
  return Math.min(1, Math.max(0, entropyOf(probability) - expectedNoise))
}

/** By how much an answer sharpens the utility that decides it: the curvature of its log likelihood. */
export function expectedPrecision(mean: number, variance: number): number {
  const probability = 1 / (1 + Math.exp(-mean / Math.sqrt(1 + probitScale * variance)))
  return probability * (1 - probability)
}

function entropyOf(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0
  return -(probability * Math.log2(probability) + (1 - probability) * Math.log2(1 - probability))
}
