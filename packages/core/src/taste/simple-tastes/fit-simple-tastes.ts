import type { AttributeName } from '../attributes.ts'
import { type Likelihood, likelihoodOf, type Observation } from '../gaussian-process/likelihood.ts'
import type { TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import { type FactorPosterior, fitFactors } from './fit-factors.ts'
import { firstHypotheses, type Hypothesis, pairHypotheses, type SimpleTasteSettings } from './hypotheses.ts'
import { type SimpleTaste, termValuesOf } from './simple-taste.ts'
import { axisCountOf, placeOf, type Term, traitsIn } from './terms.ts'

/** A simple taste with the logarithm of its prior probability times the probability that it gave to the judgements. */
export type WeighedTaste = { readonly taste: Omit<SimpleTaste, 'weight'>; readonly logWeight: number }

/** A space with more axes, of another embedder, has no taste for directions: it would take too long to fit. */
export const axesMax = 128

/** Tastes for two attributes are tried with this many of the likeliest attributes. */
const likeliestCount = 3

/** The factors at the modes of a similar fit, by the names of their terms. */
export type SimpleStarts = ReadonlyMap<string, Float64Array>

/**
 * Fits each simple taste on its own. None if the frames have no traits or nothing was judged. Starts save time and do not
 * change the result.
 */
export function fitSimpleTastes(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  settings: TasteSettings,
  starts: SimpleStarts = new Map(),
): readonly WeighedTaste[] {
  const { simpleTastes } = settings
  if (!simpleTastes || observations.length === 0 || frames.some((frame) => frame.traits === undefined)) return []
  const judged = judgedTerms(observations, frames, settings, simpleTastes)
  const ones = firstHypotheses(simpleTastes, judged.hasExemplars, judged.axisCount).map((one) =>
    fitOne(judged, one, starts),
  )
  // A taste for two attributes is near that for the first.
  const near = new Map([...startsOf(ones), ...starts])
  const pairs = pairHypotheses(simpleTastes, likeliestOf(ones)).map((one) => fitOne(judged, one, near))
  return [...ones, ...pairs]
}

/** Where similar fits should start. */
export function startsOf(tastes: readonly WeighedTaste[]): SimpleStarts {
  return new Map(tastes.map(({ taste }) => [taste.terms.join(), taste.mean]))
}

type JudgedTerms = {
  readonly likelihood: Likelihood
  /** For each term, its values in the observations. */
  readonly columns: readonly Float64Array[]
  readonly settings: Pick<TasteSettings, 'wishVariance'> & Pick<SimpleTasteSettings, 'labelBiasVariance'>
  readonly hasWishes: boolean
  readonly hasExemplars: boolean
  readonly axisCount: number
}

function judgedTerms(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  settings: TasteSettings,
  { comparisonNoise, labelBiasVariance }: SimpleTasteSettings,
): JudgedTerms {
  const rows = frames.map((frame) => termValuesOf(frame, settings))
  const at = (place: number, frame: number) => (rows[frame] as Float64Array)[place] as number
  const axisCount = axisCountOf(rows[0])
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, place) =>
    Float64Array.from(observations, ({ plus, minus }) =>
      minus === undefined ? at(place, plus) : at(place, plus) - at(place, minus),
    ),
  )
  return {
    likelihood: likelihoodOf(
      observations.map((one) => (one.minus === undefined ? one : { ...one, noise: comparisonNoise })),
    ),
    columns,
    settings: { wishVariance: settings.wishVariance, labelBiasVariance },
    hasWishes: frames.some(({ wishMean = 0 }) => wishMean !== 0),
    axisCount: axisCount > axesMax ? 0 : axisCount,
    hasExemplars: ['look', 'content'].some((view) => columns[placeOf(view as Term)]?.some((value) => value !== 0)),
  }
}

function fitOne(judged: JudgedTerms, { weight, effects }: Hypothesis, starts: SimpleStarts): WeighedTaste {
  const { labelBiasVariance, wishVariance } = judged.settings
  const terms = [
    { term: 'bias' as const, mean: 0, variance: labelBiasVariance },
    ...(judged.hasWishes ? [{ term: 'wishes' as const, mean: 1, variance: wishVariance }] : []),
    ...effects.map(({ trait, mean, variance }) => ({ term: trait, mean, variance })),
  ]
  const names = terms.map(({ term }) => term)
  const places = names.map(placeOf)
  const prior = {
    means: terms.map((one) => one.mean),
    variances: terms.map((one) => one.variance),
    values: places.map((place) => judged.columns[place] as Float64Array),
  }
  const start = starts.get(names.join()) ?? withLast(prior.means, starts.get(names.slice(0, -1).join()))
  const { mean, covariance, logEvidence }: FactorPosterior = fitFactors(judged.likelihood, prior, start)
  return { taste: { terms: names, places, mean, covariance }, logWeight: Math.log(weight) + logEvidence }
}

/** The factors of a taste without the last term, followed by that term's mean. */
function withLast(means: readonly number[], others: Float64Array | undefined): Float64Array | undefined {
  return others && Float64Array.of(...others, means.at(-1) as number)
}

/** The attributes that explain the judgements best on their own. */
function likeliestOf(tastes: readonly WeighedTaste[]): readonly AttributeName[] {
  return tastes
    .flatMap(({ taste, logWeight }) => {
      const [trait, ...others] = taste.terms.filter((term) => term !== 'bias' && term !== 'wishes')
      const [attribute] = traitsIn(taste.terms)
      return attribute === undefined ||
        attribute === 'look' ||
        attribute === 'content' ||
        others.length > 0 ||
        attribute !== trait
        ? []
        : [{ trait: attribute, logWeight }]
    })
    .sort((a, b) => b.logWeight - a.logWeight)
    .slice(0, likeliestCount)
    .map(({ trait }) => trait)
}
