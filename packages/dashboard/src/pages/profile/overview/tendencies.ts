import type { UnderstoodAnswer } from '@palate/client'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { type AttributeName, attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { groupOf, tendencies } from '@palate/core/taste/prompt-summary.ts'

export interface AttributeTendency {
  readonly attribute: AttributeName
  readonly description: string
  /** The words for little and for much of it. */
  readonly low: string
  readonly high: string
  /** The word for the side that is liked. */
  readonly word: string
  /** Percentile ranks among pictures in general, 0 to 1. */
  readonly good: number | undefined
  readonly bad: number | undefined
  /** The range that an answer asked for. */
  readonly wish: readonly [number, number] | undefined
}

const tendenciesMax = 8

/** What a picture is that fits the wishes, in the words of the attributes. */
export function wishWords(wishes: UnderstoodAnswer['wishes']): readonly string[] {
  const words = wishes.flatMap(({ attribute, low, high }) => {
    const named = attributes.find(({ name }) => name === attribute)
    if (!named) return []
    const middle = (percentileRank(named.name, low) + percentileRank(named.name, high)) / 2
    return [middle > 0.5 ? named.high : named.low]
  })
  return [...new Set(words)]
}

/** In what the good pictures differ most from the bad ones, or from pictures in general, as the summary in words has it. */
export function attributeTendencies(
  good: readonly Measured[],
  bad: readonly Measured[],
  understood: readonly UnderstoodAnswer[],
): readonly AttributeTendency[] {
  const liked = groupOf(good)
  const disliked = groupOf(bad)
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
          wish: wish && ([rank(wish.low), rank(wish.high)] as const),
        },
      ]
    })
}
