import type { AttributeName } from '../attributes.ts'
import type { JudgementNoise } from '../gaussian-process/likelihood.ts'
import { type AxisTerm, type SquareTerm, squareOf } from './terms.ts'
import { attributeNames, type Trait } from './traits.ts'

/** How probable simple tastes are before any judgement, and how strong. */
export type SimpleTasteSettings = {
  /**
   * Probabilities of a taste for one attribute, two attributes, a middle or an extreme of one attribute, all attributes, a
   * look, a subject, and any direction in the space in which pictures are compared.
   */
  readonly weights: {
    readonly one: number
    readonly two: number
    readonly square: number
    readonly all: number
    readonly look: number
    readonly content: number
    readonly linear: number
  }
  /** Standard deviation of the effect of an attribute from its lowest rank to the middle: if few matter, and if all do. */
  readonly deviationOfFew: number
  readonly deviationOfAll: number
  /** Standard deviation of the effect of each axis of the space. */
  readonly deviationOfAxes: number
  /** The factor by which the log odds of a view count. */
  readonly view: { readonly mean: number; readonly variance: number }
  /** Variance of the owner's bias towards calling pictures good. */
  readonly labelBiasVariance: number
  readonly comparisonNoise: JudgementNoise
}

/** The factor of one term before any judgement. */
export type Effect = { readonly trait: Trait | SquareTerm | AxisTerm; readonly mean: number; readonly variance: number }

/** A possible taste: the terms that matter, and nothing else. */
export type Hypothesis = { readonly weight: number; readonly effects: readonly Effect[] }

/** Tastes for light and colour are the most common. */
const commonness: Readonly<Partial<Record<AttributeName, number>>> = {
  ...{ brightness: 3, contrast: 3, colourfulness: 3, saturation: 3, warmth: 3 },
}
const commonnessTotal = attributeNames.reduce((sum, name) => sum + (commonness[name] ?? 1), 0)

/** All simple tastes except those for two attributes. */
export function firstHypotheses(
  settings: SimpleTasteSettings,
  hasExemplars: boolean,
  axisCount: number,
): readonly Hypothesis[] {
  const { weights, deviationOfAll, deviationOfAxes, view } = settings
  const ofView = (trait: 'look' | 'content') => ({ weight: weights[trait], effects: [{ trait, ...view }] })
  const hypotheses = [
    ...attributeNames.map((trait) => ({
      weight: weights.one * shareOf(trait),
      effects: [effectOf(settings, trait)],
    })),
    {
      weight: weights.all,
      effects: attributeNames.map((trait) => ({ trait, mean: 0, variance: deviationOfAll ** 2 })),
    },
    ...attributeNames.map((trait) => ({
      weight: weights.square * shareOf(trait),
      effects: [effectOf(settings, trait), { ...effectOf(settings, trait), trait: squareOf(trait) }],
    })),
    ...(hasExemplars ? [ofView('look'), ofView('content')] : []),
    ...(axisCount > 0 ? [{ weight: weights.linear, effects: axisEffects(axisCount, deviationOfAxes) }] : []),
  ]
  return hypotheses.filter(({ weight }) => weight > 0)
}

/** Tastes for two attributes, of which one is among the likeliest. */
export function pairHypotheses(
  settings: SimpleTasteSettings,
  likeliest: readonly AttributeName[],
): readonly Hypothesis[] {
  return likeliest.flatMap((first, i) =>
    attributeNames
      .filter((second) => !likeliest.slice(0, i + 1).includes(second))
      .map((second) => ({
        weight: settings.weights.two * 2 * shareOf(first) * shareOf(second),
        effects: [effectOf(settings, first), effectOf(settings, second)],
      })),
  )
}

export function simpleShareOf({ weights }: SimpleTasteSettings): number {
  return Object.values(weights).reduce((sum, weight) => sum + weight, 0)
}

function effectOf({ deviationOfFew }: SimpleTasteSettings, trait: AttributeName): Effect {
  return { trait, mean: 0, variance: deviationOfFew ** 2 }
}

function axisEffects(count: number, deviation: number): readonly Effect[] {
  return Array.from({ length: count }, (_, i) => ({ trait: `axis ${i}` as const, mean: 0, variance: deviation ** 2 }))
}

function shareOf(name: AttributeName): number {
  return (commonness[name] ?? 1) / commonnessTotal
}
