import type { AttributeName } from '../attributes.ts'
import type { JudgementNoise } from '../gaussian-process/likelihood.ts'
import { type Trait, traits } from './traits.ts'

/** How probable simple tastes are before any judgement, and how strong. */
export type SimpleTasteSettings = {
  /** Probabilities of a taste for one attribute, two attributes, all of them, a look and a subject. */
  readonly weights: {
    readonly one: number
    readonly two: number
    readonly all: number
    readonly look: number
    readonly content: number
  }
  /** Standard deviation of the effect of an attribute from its lowest rank to the middle: if few matter, and if all do. */
  readonly deviationOfFew: number
  readonly deviationOfAll: number
  /** The factor by which the log odds of a view count. */
  readonly view: { readonly mean: number; readonly variance: number }
  /** Variance of the owner's bias towards calling pictures good. */
  readonly labelBiasVariance: number
  readonly comparisonNoise: JudgementNoise
}

/** The factor of one trait before any judgement. */
export type Effect = { readonly trait: Trait; readonly mean: number; readonly variance: number }

/** A possible taste: the traits that matter, and nothing else. */
export type Hypothesis = { readonly weight: number; readonly effects: readonly Effect[] }

const attributeNames = traits.filter((trait): trait is AttributeName => trait !== 'look' && trait !== 'content')

/** Tastes for light and colour are the most common. */
const commonness: Readonly<Partial<Record<AttributeName, number>>> = {
  ...{ brightness: 3, contrast: 3, colourfulness: 3, saturation: 3, warmth: 3 },
}
const commonnessTotal = attributeNames.reduce((sum, name) => sum + (commonness[name] ?? 1), 0)

/** All simple tastes except those for two attributes. */
export function firstHypotheses(settings: SimpleTasteSettings, hasExemplars: boolean): readonly Hypothesis[] {
  const { weights, deviationOfAll, view } = settings
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
    ...(hasExemplars ? [ofView('look'), ofView('content')] : []),
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
  return weights.one + weights.two + weights.all + weights.look + weights.content
}

function effectOf({ deviationOfFew }: SimpleTasteSettings, trait: AttributeName): Effect {
  return { trait, mean: 0, variance: deviationOfFew ** 2 }
}

function shareOf(name: AttributeName): number {
  return (commonness[name] ?? 1) / commonnessTotal
}
