import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { Explanation } from '../model/explain.ts'
import { asScore } from '../score.ts'
import { type Departure, departuresOf } from './departures.ts'
import type { Change } from './gain.ts'
import { phrases } from './phrases.ts'
import type { Limits, Verdict } from './threshold-schema.ts'
import type { VerdictBasis } from './verdict-basis.ts'

export const differencesMax = 5
/** 80 % of a normal distribution lies within this many standard deviations. */
const deviationsOf80Percent = 1.2816
/** A suggestion that is expected to raise the score by less may not raise it. */
const gainMin = 0.05
/** What the owner asked for in words may be less certain, if there is nothing else to suggest. */
const promisingGainMin = 0.03
/** A rejected picture that lowers the utility by less, in log odds, is not mentioned. */
const rejectedInfluenceMin = 0.2

/** Turns the explanation of a score into a decision, and says what to change. */
export function verdictOf(
  { tendencies, rejected }: Pick<VerdictBasis, 'tendencies' | 'rejected'>,
  { pass, fail }: Limits,
  wishes: readonly Wish[],
  { probability, details }: Explanation,
  measured: Measured,
  gainOf: (change: Change) => number,
): Verdict {
  const decision = decisionOf(asScore(probability), { pass, fail })
  const departures = departuresOf(wishes, details.prior.constraints, tendencies, measured).slice(0, differencesMax)
  const isFine = decision === 'pass'
  const similar = isFine ? [] : similarRejected(details, rejected)
  return {
    decision,
    unsure: isUnsure(details, pass),
    pass,
    fail,
    differences: [...departures.map(difference), ...similar].slice(0, differencesMax),
    suggestions: isFine ? [] : helpful(departures, gainOf).flatMap(suggestion),
  }
}

/** Returns the changes that surely raise the score. If there are none, the most promising one that an answer asks for. */
function helpful(departures: readonly Departure[], gainOf: (change: Change) => number): readonly Departure[] {
  const possible = departures.filter((one) => suggestion(one).length > 0).map((one) => ({ one, gain: gainOf(one) }))
  const sure = possible.filter(({ gain }) => gain >= gainMin)
  if (sure.length > 0) return sure.map(({ one }) => one)
  const [best] = possible.filter(({ one }) => one.askedFor !== undefined).toSorted((a, b) => b.gain - a.gain)
  return best && best.gain >= promisingGainMin ? [best.one] : []
}

function decisionOf(score: number, { pass, fail }: Limits): Verdict['decision'] {
  if (score >= pass) return 'pass'
  return score < fail ? 'fail' : 'revise'
}

/** Whether the 80 % interval of the probability contains the threshold. */
function isUnsure({ utility, deviation }: Explanation['details'], pass: number): boolean {
  const reach = deviationsOf80Percent * deviation
  const logOdds = Math.log(pass / (1 - pass))
  return utility - reach <= logOdds && logOdds <= utility + reach
}

function difference({ attribute, wantsMore, askedFor }: Departure): string {
  const predicate = phrases[attribute][wantsMore ? 'hasLess' : 'hasMore']
  return `It ${predicate} than ${askedFor === undefined ? 'what you like' : `you asked for (“${askedFor}”)`}.`
}

function suggestion({ attribute, wantsMore }: Departure): readonly string[] {
  const { addMore, useLess } = phrases[attribute]
  const found = wantsMore ? addMore : useLess
  return found === undefined ? [] : [found]
}

/** A sentence about the rejected picture that lowers the score most, if there is one. */
function similarRejected({ learned }: Explanation['details'], rejected: VerdictBasis['rejected']): readonly string[] {
  for (const { elements, influence } of learned.nearest) {
    const found = influence <= -rejectedInfluenceMin && rejected.find(({ elementId }) => elements.includes(elementId))
    if (found) return [`It is close to a picture you rejected${found.name === undefined ? '' : `: ${found.name}`}.`]
  }
  return []
}
