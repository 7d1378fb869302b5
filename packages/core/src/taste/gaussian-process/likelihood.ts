/** Frame `plus` against frame `minus`, or against the owner's threshold (undefined) if it is a label. */
export type Observation = {
  readonly plus: number
  readonly minus: number | undefined
  /** 1 if `plus` won, 0 if it lost, 0.5 for a tie. */
  readonly outcome: number
  readonly weight: number
  readonly noise: JudgementNoise
  /** Whether nobody gave it. */
  readonly isStandIn?: true
  /** The person who judged. Judgements without one are of one voice together. */
  readonly voice?: string
  /** The covariance of the judge's utilities with the predicted ones, as a share of their variance; 1 if absent. */
  readonly heard?: number
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

/** The log likelihood of all observations as a function of their utilities, for many evaluations. */
export type Likelihood = {
  readonly observations: readonly Observation[]
  /** Returns the log likelihood, and replaces `slopes` and `curvatures` by those at the utilities. */
  readonly at: (utilities: Float64Array) => number
  readonly slopes: Float64Array
  readonly curvatures: Float64Array
}

/** Computes the same as `logLikelihood` and `slopeAndCurvature`, with one exponential for each side of an outcome. */
export function likelihoodOf(observations: readonly Observation[]): Likelihood {
  const { length } = observations
  const numbers = (numberOf: (one: Observation) => number) => Float64Array.from(observations, numberOf)
  const [outcomes, weights] = [numbers(({ outcome }) => outcome), numbers(({ weight }) => weight)]
  const [steepness, margins] = [
    numbers(({ noise }) => noise.steepness),
    numbers(({ noise, outcome }) => (outcome === 0.5 ? -noise.tieMargin : noise.tieMargin)),
  ]
  const [slopes, curvatures] = [new Float64Array(length), new Float64Array(length)]
  const at = (utilities: Float64Array) => {
    let value = 0
    for (let i = 0; i < length; i++) {
      const scale = steepness[i] as number
      const logOdds = scale * (utilities[i] as number)
      let [loss, slope, curvature] = [0, 0, 0]
      // A tie has both sides.
      for (let sign = -1; sign <= 1; sign += 2) {
        if ((sign < 0 ? outcomes[i] : 1 - (outcomes[i] as number)) === 0) continue
        const x = (margins[i] as number) + sign * logOdds
        const e = Math.exp(-Math.abs(x))
        const missing = (x > 0 ? 1 : e) / (1 + e)
        loss += Math.max(x, 0) + Math.log1p(e)
        slope -= sign * missing
        curvature += missing * (1 - missing)
      }
      const weight = weights[i] as number
      value -= weight * loss
      slopes[i] = weight * scale * slope
      curvatures[i] = weight * scale * scale * curvature
    }
    return value
  }
  return { observations, at, slopes, curvatures }
}
