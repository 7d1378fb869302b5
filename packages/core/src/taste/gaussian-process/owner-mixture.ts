import { solveLower } from '../linear-algebra/cholesky.ts'
import { dot, type Matrix } from '../linear-algebra/matrix.ts'
import {
  choleskyFactorAt,
  findMode,
  type LatentPrior,
  logEvidence,
  type PosteriorMode,
  restrictPrior,
} from './laplace.ts'
import type { Observation } from './likelihood.ts'
import type { Agreement, BasePrior } from './observations.ts'
import { teamShare, voiceShare } from './voices.ts'

/** The posterior for one kind of owner, and the probability of that kind. */
export type TasteComponent = PosteriorMode & {
  readonly agreement: Agreement
  /** Posterior probability. */
  readonly weight: number
  /** Posterior mean of the factor by which the owner follows the prior mean. */
  readonly factor: number
  /** Cholesky factor of I + √W·K·√W. */
  readonly choleskyFactor: Matrix
}

/** Less probable kinds of owners do not change the fourth decimal of a score. */
const componentWeightMin = 1e-4
/** Kinds whose estimated odds against the first are below e to the power of this are not fitted. */
const logOddsMin = -15

/**
 * Fits each kind of owner, and weights it by how well it predicted the outcomes. `starts` may have the utilities at the
 * modes of a similar fit, which saves time. `logEvidence` is the log probability that all kinds together gave to the
 * outcomes.
 */
export function fitComponents(
  base: BasePrior,
  agreements: readonly Agreement[],
  starts: readonly Float64Array[] = [],
): { readonly components: readonly TasteComponent[]; readonly logEvidence: number } {
  const [first, ...others] = agreements
  if (!first) throw new RangeError('at least one kind of owner is required')
  const fits = [fitOne(base, first, starts[0])]
  const evidence = factorEvidence(base, fits[0] as Fit)
  for (const [i, other] of others.entries()) {
    if (evidence && estimatedLogOdds(evidence, other, first) < logOddsMin) continue
    fits.push(fitOne(base, other, starts[i + 1] ?? fits.at(-1)?.utilities))
  }
  const largest = Math.max(...fits.map(({ logWeight }) => logWeight))
  const shares = fits.map(({ logWeight }) => Math.exp(logWeight - largest))
  const kept = shares.map((share) => (share < componentWeightMin ? 0 : share))
  const total = kept.reduce((sum, share) => sum + share, 0)
  const components = fits.flatMap(({ logWeight, utilities, ...fit }, i) => {
    const weight = (kept[i] as number) / total
    return weight > 0 ? [{ ...fit, weight }] : []
  })
  return { components, logEvidence: largest + Math.log(total) }
}

/** The observations' utilities at the modes of all kinds of owners. */
export function utilitiesAtModes(base: BasePrior, agreements: readonly Agreement[]): readonly Float64Array[] {
  const utilities: Float64Array[] = []
  for (const agreement of agreements) {
    utilities.push(findMode(priorFor(agreement, base), utilities.at(-1)).utilities)
  }
  return utilities
}

type Fit = Omit<TasteComponent, 'weight'> & { readonly logWeight: number; readonly utilities: Float64Array }

function fitOne(base: BasePrior, agreement: Agreement, start: Float64Array | undefined): Fit {
  const prior = priorFor(agreement, base)
  const mode = findMode(prior, start)
  const choleskyFactor = choleskyFactorAt(prior, mode)
  return {
    ...mode,
    agreement,
    factor: factorOf(agreement, base, mode.gradient),
    choleskyFactor,
    logWeight: Math.log(agreement.weight) + logEvidence(mode, choleskyFactor),
  }
}

/** The posterior mean of the factor, of all voices together. */
function factorOf({ mean, variance }: Agreement, { crowd, voices }: BasePrior, gradient: Float64Array): number {
  return mean + teamShare(voices) * variance * dot(crowd, gradient)
}

/**
 * What the observations alone say about the factor, as a Gaussian: the posterior of a fit without its prior. Undefined
 * if they say nothing.
 */
function factorEvidence({ crowd }: BasePrior, { agreement, factor, hessianRoot, choleskyFactor }: Fit) {
  const whitened = solveLower(
    choleskyFactor,
    crowd.map((value, i) => value * (hessianRoot[i] as number)),
  )
  const variance = agreement.variance - agreement.variance ** 2 * dot(whitened, whitened)
  const precision = 1 / variance - 1 / agreement.variance
  if (!(precision > 0 && Number.isFinite(precision))) return undefined
  return { mean: (factor / variance - agreement.mean / agreement.variance) / precision, variance: 1 / precision }
}

function estimatedLogOdds(evidence: { mean: number; variance: number }, kind: Agreement, other: Agreement): number {
  const logDensity = ({ weight, mean, variance }: Agreement) => {
    const spread = variance + evidence.variance
    return Math.log(weight) - ((evidence.mean - mean) ** 2 / spread + Math.log(spread)) / 2
  }
  return logDensity(kind) - logDensity(other)
}

/** The base prior of some of the observations. */
export function restrictBase(base: BasePrior, chosen: readonly number[]): BasePrior {
  const crowd = Float64Array.from(chosen, (i) => base.crowd[i] as number)
  return { ...restrictPrior(base, chosen), crowd, voices: base.voices }
}

/** Adds what people in general would say, times an uncertain factor. */
function priorFor({ mean, variance }: Agreement, base: BasePrior): LatentPrior {
  const { observations, crowd, covariance, voices } = base
  const size = observations.length
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const scale = variance * (crowd[row] as number)
    const own = observations[row] as Observation
    for (let i = row * size, column = 0; column <= row; column++, i++) {
      const share = voices < 2 ? 1 : voiceShare(own, observations[column] as Observation, voices)
      values[i] = (covariance.values[i] as number) + share * scale * (crowd[column] as number)
    }
  }
  return {
    observations,
    mean: base.mean.map((value, i) => value + mean * (crowd[i] as number)),
    covariance: { rows: size, columns: size, values },
  }
}
