import type { Direction } from '../advice/advice.ts'
import { rankAmongKind } from '../attributes/kinds.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { LearnedExplanation } from '../explanation-schema.ts'
import type { Tendency } from '../tendencies/tendencies.ts'

/** An attribute in which a picture departs from what the profile likes. */
export interface Departure extends Direction {
  /** How much it costs, in log odds. */
  readonly cost: number
  /** The phrase of the answer that asks for it; undefined if it was learned from judgements. */
  readonly askedFor: string | undefined
}

/** Smaller departures are not worth mentioning. */
const costMin = 0.05
/** The cost, in log odds, of departing by a whole rank from a tendency with effect 1. */
const tendencyScale = 2
/** A picture that is nearer to the liked ones does not depart from them. */
const departureMin = 0.15

/** The departures of a picture, costliest first. `parts` says how well it meets the wishes. Contradictory ones are left out. */
export function departuresOf(
  wishes: readonly Wish[],
  parts: LearnedExplanation['prior']['constraints'],
  tendencies: readonly Tendency[],
  measured: Measured,
): readonly Departure[] {
  const all = [
    ...unmetWishes(wishes, parts, measured),
    ...tendencies.flatMap((tendency) => departureFrom(tendency, measured)),
  ]
  const byAttribute = Map.groupBy(all, ({ attribute }) => attribute)
  return [...byAttribute.values()]
    .flatMap((about) => combined(about))
    .filter(({ cost }) => cost >= costMin)
    .sort((one, other) => other.cost - one.cost)
}

function unmetWishes(
  wishes: readonly Wish[],
  parts: LearnedExplanation['prior']['constraints'],
  measured: Measured,
): readonly Departure[] {
  return parts.flatMap(({ attribute, contribution, phrase }) => {
    if (contribution >= 0) return []
    const wish = wishes.find((one) => one.attribute === attribute && one.phrase === phrase)
    if (!wish) return []
    const wanted = (percentileRank(wish.attribute, wish.low) + percentileRank(wish.attribute, wish.high)) / 2
    const wantsMore = rankAmongKind(wish.attribute, measured) < wanted
    return [{ attribute: wish.attribute, wantsMore, cost: -contribution, askedFor: phrase }]
  })
}

/** What only goes with something else would not help if it were changed alone. */
function departureFrom(
  { attribute, good, bad, effect, wantsMore, isOwn }: Tendency,
  measured: Measured,
): readonly Departure[] {
  if (!isOwn || good === undefined || bad === undefined) return []
  const gap = (good - rankAmongKind(attribute, measured)) * Math.sign(effect)
  if (gap < departureMin) return []
  return [{ attribute, wantsMore, cost: tendencyScale * Math.abs(effect) * gap, askedFor: undefined }]
}

function combined(about: readonly Departure[]): readonly Departure[] {
  const [first, ...others] = about
  if (!first || others.some(({ wantsMore }) => wantsMore !== first.wantsMore)) return []
  const cost = about.reduce((sum, departure) => sum + departure.cost, 0)
  return [{ ...first, cost, askedFor: about.find(({ askedFor }) => askedFor !== undefined)?.askedFor }]
}
