import type { UnderstoodAnswer } from '@palate/client'
import { type AttributeName, attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { type Group, type MeasuredTendencies, tendencies } from '@palate/core/taste/summary/tendencies.ts'

export interface ShownTendency {
  readonly attribute: AttributeName
  readonly description: string
  /** The words for low and high values. */
  readonly low: string
  readonly high: string
  /** The word for the preferred side. */
  readonly word: string
  /** Percentile ranks among pictures in general, 0 to 1. */
  readonly good: number | undefined
  readonly bad: number | undefined
  /** The range requested by an answer. */
  readonly wish: readonly [number, number] | undefined
  /** The path of a good picture that shows it most. */
  readonly example: string | undefined
}

const tendenciesMax = 8

/** How the good pictures differ most from the bad ones, or from pictures in general. Matches the summary in words. */
export function shownTendencies(
  measured: MeasuredTendencies,
  understood: readonly UnderstoodAnswer[],
): readonly ShownTendency[] {
  const liked = groupIn(measured, 'good')
  const disliked = groupIn(measured, 'bad')
  const wishes = new Map(understood.flatMap((answer) => answer.wishes).map((wish) => [wish.attribute, wish]))
  return tendencies(liked, disliked)
    .slice(0, tendenciesMax)
    .flatMap(({ attribute, word }) => {
      const named = attributes.find(({ name }) => name === attribute)
      if (!named) return []
      const rank = (value: number) => percentileRank(attribute, value)
      const wish = wishes.get(attribute)
      return [
        {
          attribute,
          description: named.description,
          low: named.low,
          high: named.high,
          word,
          good: liked && rank(liked.means[attribute]),
          bad: disliked && rank(disliked.means[attribute]),
          example: exampleOf(measured, attribute, word === named.high),
          wish: wish && ([rank(wish.low), rank(wish.high)] as const),
        },
      ]
    })
}

function exampleOf(
  { attributes: all }: MeasuredTendencies,
  attribute: AttributeName,
  isHigh: boolean,
): string | undefined {
  const extremes = all.find((of) => of.attribute === attribute)?.examples
  return isHigh ? extremes?.highest : extremes?.lowest
}

function groupIn({ pictures, attributes: measured }: MeasuredTendencies, label: 'good' | 'bad'): Group | undefined {
  if (pictures[label] === 0) return undefined
  const values = new Map(measured.map((of) => [of.attribute, of[label] ?? of.general]))
  const means = attributes.map(({ name }) => [name, values.get(name) ?? 0.5])
  return { count: pictures[label], means: Object.fromEntries(means) as Group['means'] }
}
