import type { Direction } from '../advice/advice.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { LearnedExplanation } from '../explanation-schema.ts'
import type { Leaning } from './leanings.ts'

/** An attribute in which a picture departs from what the profile likes. */
export interface Departure extends Direction {
  /** How much it costs, in log odds. */
  readonly cost: number
  /** The phrase of the answer that asks for it; undefined if it was learned from judgements. */
  readonly askedFor: string | undefined
}

/** Smaller departures are not worth mentioning. */
const costMin = 0.05
/** The cost, in log odds, of departing by a whole rank from a leaning with effect 1. */
const leaningScale = 2
/** A picture that is nearer to the liked ones does not depart from them. */
const departureMin = 0.15

/** The departures of a picture, costliest first. `parts` says how well it meets the wishes. Contradictory ones are left out. */
export function departuresOf(
  wishes: readonly Wish[],
  parts: LearnedExplanation['prior']['constraints'],
  leanings: readonly Leaning[],
  measured: Measured,
): readonly Departure[] {
  const all = [...unmetWishes(wishes, parts), ...leanings.flatMap((leaning) => departureFrom(leaning, measured))]
  const byAttribute = Map.groupBy(all, ({ attribute }) => attribute)
  return [...byAttribute.values()]
    .flatMap((about) => combined(about))
    .filter(({ cost }) => cost >= costMin)
    .sort((one, other) => other.cost - one.cost)
}

function unmetWishes(wishes: readonly Wish[], parts: LearnedExplanation['prior']['constraints']): readonly Departure[] {
  return parts.flatMap(({ attribute, measured, contribution, phrase }) => {
    if (contribution >= 0) return []
    const wish = wishes.find((one) => one.attribute === attribute && one.phrase === phrase)
    if (!wish) return []
    const wantsMore = measured < (wish.low + wish.high) / 2
    return [{ attribute: wish.attribute, wantsMore, cost: -contribution, askedFor: phrase }]
  })
}

function departureFrom({ attribute, liked, effect }: Leaning, measured: Measured): readonly Departure[] {
  const wantsMore = effect > 0
  const gap = (liked - percentileRank(attribute, measured[attribute])) * Math.sign(effect)
  if (gap < departureMin) return []
  return [{ attribute, wantsMore, cost: leaningScale * Math.abs(effect) * gap, askedFor: undefined }]
}

function combined(about: readonly Departure[]): readonly Departure[] {
  const [first, ...others] = about
  if (!first || others.some(({ wantsMore }) => wantsMore !== first.wantsMore)) return []
  const cost = about.reduce((sum, departure) => sum + departure.cost, 0)
  return [{ ...first, cost, askedFor: about.find(({ askedFor }) => askedFor !== undefined)?.askedFor }]
}
