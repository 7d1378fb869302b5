import type { AttributeName } from '../attributes.ts'
import type { Observation } from '../gaussian-process/likelihood.ts'
import type { TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import { type FactorPosterior, fitFactors } from './fit-factors.ts'
import { firstHypotheses, type Hypothesis, pairHypotheses, type SimpleTasteSettings } from './hypotheses.ts'
import { type SimpleTaste, type Term, termValuesOf } from './simple-taste.ts'
import { traits } from './traits.ts'

/** A simple taste with the logarithm of its prior probability times the probability that it gave to the judgements. */
export type WeighedTaste = { readonly taste: Omit<SimpleTaste, 'weight'>; readonly logWeight: number }

/** Tastes for two attributes are tried with this many of the likeliest attributes. */
const likeliestCount = 3

/** Fits each simple taste on its own. None if the frames have no traits or nothing was judged. */
export function fitSimpleTastes(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  settings: TasteSettings,
): readonly WeighedTaste[] {
  const { simpleTastes } = settings
  if (!simpleTastes || observations.length === 0 || frames.some((frame) => frame.traits === undefined)) return []
  const judged = judgedTerms(observations, frames, settings, simpleTastes)
  const ones = firstHypotheses(simpleTastes, judged.hasExemplars).map((one) => fitOne(judged, one))
  const pairs = pairHypotheses(simpleTastes, likeliestOf(ones)).map((one) => fitOne(judged, one))
  return [...ones, ...pairs]
}

type JudgedTerms = {
  readonly observations: readonly Observation[]
  /** For each term, its values in the observations. */
  readonly columns: readonly Float64Array[]
  readonly settings: Pick<TasteSettings, 'wishVariance'> & Pick<SimpleTasteSettings, 'labelBiasVariance'>
  readonly hasWishes: boolean
  readonly hasExemplars: boolean
}

function judgedTerms(
  observations: readonly Observation[],
  frames: readonly TasteFrame[],
  settings: TasteSettings,
  { comparisonNoise, labelBiasVariance }: SimpleTasteSettings,
): JudgedTerms {
  const rows = frames.map((frame) => termValuesOf(frame, settings))
  const at = (place: number, frame: number) => (rows[frame] as Float64Array)[place] as number
  const columns = Array.from({ length: traits.length + 2 }, (_, place) =>
    Float64Array.from(observations, ({ plus, minus }) =>
      minus === undefined ? at(place, plus) : at(place, plus) - at(place, minus),
    ),
  )
  return {
    observations: observations.map((one) => (one.minus === undefined ? one : { ...one, noise: comparisonNoise })),
    columns,
    settings: { wishVariance: settings.wishVariance, labelBiasVariance },
    hasWishes: frames.some(({ wishMean = 0 }) => wishMean !== 0),
    hasExemplars: ['look', 'content'].some((view) => columns[placeOf(view as Term)]?.some((value) => value !== 0)),
  }
}

function fitOne(judged: JudgedTerms, { weight, effects }: Hypothesis): WeighedTaste {
  const { labelBiasVariance, wishVariance } = judged.settings
  const terms = [
    { term: 'bias' as const, mean: 0, variance: labelBiasVariance },
    ...(judged.hasWishes ? [{ term: 'wishes' as const, mean: 1, variance: wishVariance }] : []),
    ...effects.map(({ trait, mean, variance }) => ({ term: trait, mean, variance })),
  ]
  const places = terms.map(({ term }) => placeOf(term))
  const { mean, covariance, logEvidence }: FactorPosterior = fitFactors(judged.observations, {
    means: terms.map((one) => one.mean),
    variances: terms.map((one) => one.variance),
    values: places.map((place) => judged.columns[place] as Float64Array),
  })
  const taste = { terms: terms.map(({ term }) => term), places, mean, covariance }
  return { taste, logWeight: Math.log(weight) + logEvidence }
}

function placeOf(term: Term): number {
  if (term === 'bias') return 0
  return term === 'wishes' ? 1 : 2 + traits.indexOf(term)
}

/** The attributes that explain the judgements best on their own. */
function likeliestOf(tastes: readonly WeighedTaste[]): readonly AttributeName[] {
  return tastes
    .flatMap(({ taste, logWeight }) => {
      const [trait, ...others] = taste.terms.filter((term) => term !== 'bias' && term !== 'wishes')
      return trait === undefined || trait === 'look' || trait === 'content' || others.length > 0
        ? []
        : [{ trait, logWeight }]
    })
    .sort((a, b) => b.logWeight - a.logWeight)
    .slice(0, likeliestCount)
    .map(({ trait }) => trait)
}
