import type { UnderstoodAnswer } from '@palate/client'
import { type AttributeName, attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import type { MeasuredTendencies } from '@palate/core/taste/tendencies/measured-tendencies.ts'
import { percent } from '../../../../ui/format.ts'

type Claim = MeasuredTendencies['claims'][number]

export interface ShownTendency extends Pick<Claim, 'word'> {
  readonly attribute: AttributeName
  readonly description: string
  /** The words for low and high values. */
  readonly low: string
  readonly high: string
  /** "7 of 8 good ones, 1 of 8 bad ones" */
  readonly evidence: string
  /** Percentile ranks among pictures of the same kind, 0 to 1. */
  readonly good: number | undefined
  readonly bad: number | undefined
  /** The range requested by an answer. */
  readonly wish: readonly [number, number] | undefined
  /** The path of a good picture that shows it most. */
  readonly example: string | undefined
  /** Whether it can be said of the good pictures: they stand out in it themselves, and words do not say the opposite. */
  readonly isTrait: boolean
}

const tendenciesMax = 8
/** Good pictures whose mean rank is closer to the middle are usual ones: then only the bad ones stand out. */
const standOutMin = 0.1

/** What the service claims about the taste, so that the page says the same as the brief and the verdicts. */
export function shownTendencies(
  { claims, attributes: measured }: MeasuredTendencies,
  understood: readonly UnderstoodAnswer[],
): readonly ShownTendency[] {
  const wishes = new Map(understood.flatMap((answer) => answer.wishes).map((wish) => [wish.attribute, wish]))
  return claims.slice(0, tendenciesMax).flatMap((claim) => {
    const named = attributes.find(({ name }) => name === claim.attribute)
    // A later version of the service may measure more.
    if (!named) return []
    const { word, opposite, ranks } = claim
    const isMore = claim.direction === 'more'
    const rank = (value: number) => percentileRank(named.name, value)
    const wish = wishes.get(named.name)
    const examples = measured.find(({ attribute }) => attribute === named.name)?.examples
    return [
      {
        attribute: named.name,
        description: named.description,
        low: isMore ? opposite : word,
        high: isMore ? word : opposite,
        word,
        evidence: evidenceOf(claim),
        good: ranks.good ?? undefined,
        bad: ranks.bad ?? undefined,
        example: isMore ? examples?.highest : examples?.lowest,
        wish: wish && ([rank(wish.low), rank(wish.high)] as const),
        isTrait:
          Math.abs((ranks.good ?? 0.5) - 0.5) >= standOutMin &&
          (wish === undefined || wish.direction === 'middle' || wish.direction === claim.direction),
      },
    ]
  })
}

/** The chart in words. A rank says how much there is of the high pole: of the low one there is as much more as it is lower. */
export function describeRanks({ word, low, good, bad }: Pick<ShownTendency, 'word' | 'low' | 'good' | 'bad'>): string {
  const sides = [
    ['The good pictures', good],
    ['The bad pictures', bad],
  ] as const
  return sides
    .flatMap(([who, rank]) => {
      if (rank === undefined) return []
      return `${who} are more so than ${percent(word === low ? 1 - rank : rank)} of pictures of their kind.`
    })
    .join(' ')
}

function evidenceOf(claim: Claim): string {
  const sides = (['good', 'bad'] as const).filter((side) => claim[side].of > 0)
  return sides.map((side) => `${claim[side].count} of ${claim[side].of} ${side} ones`).join(', ')
}
