/** Frame `plus` against frame `minus`, or against the owner's threshold (undefined) if it is a label. */
export type Observation = {
  readonly plus: number
  readonly minus: number | undefined
  /** 1 if `plus` won, 0 if it lost, 0.5 for a tie. */
  readonly outcome: number
  readonly weight: number
  readonly noise: JudgementNoise
}

/** How a judgement depends on its utility: with logistic noise. */
export type JudgementNoise = {
  /** Log odds for each unit of utility; large if the owner judges precisely. */
  readonly steepness: number
  /** A difference of log odds below this is a tie; 0 if there are no ties. */
  readonly tieMargin: number
}

/**
 * Rao and Kupper's model of ties (1967): `plus` wins if the noisy utility exceeds the margin, and loses if it is below
 * the negative margin. The probability of a tie is then that of a win by at least −margin times that of a loss by at
 * least −margin, up to a factor that does not depend on the utility.
 */
export function logLikelihood({ outcome, weight, noise }: Observation, utility: number): number {
  const logOdds = noise.steepness * utility
  if (outcome === 0.5) return -weight * (softplus(-logOdds - noise.tieMargin) + softplus(logOdds - noise.tieMargin))
  return -weight * softplus(noise.tieMargin + (outcome === 1 ? -logOdds : logOdds))
}

/** The first derivative of the log likelihood, and the negative second one. */
export function slopeAndCurvature(
  { outcome, weight, noise: { steepness, tieMargin } }: Observation,
  utility: number,
): { readonly slope: number; readonly curvature: number } {
  const logOdds = steepness * utility
  const isTie = outcome === 0.5
  let [slope, curvature] = [0, 0]
  if (outcome > 0) {
    const missing = sigmoid((isTie ? -tieMargin : tieMargin) - logOdds)
    slope += missing
    curvature += missing * (1 - missing)
  }
  if (outcome < 1) {
    const missing = sigmoid((isTie ? -tieMargin : tieMargin) + logOdds)
    slope -= missing
    curvature += missing * (1 - missing)
  }
  return { slope: weight * steepness * slope, curvature: weight * steepness ** 2 * curvature }
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** log(1 + eˣ) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
}
