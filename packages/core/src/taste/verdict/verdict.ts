import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { Explanation } from '../model/explain.ts'
import { asScore } from '../score.ts'
import { type Departure, departuresOf } from './departures.ts'
import { phrases } from './phrases.ts'
import type { Limits, Verdict } from './threshold-schema.ts'
import type { VerdictBasis } from './verdict-basis.ts'

export const differencesMax = 5
/** 80 % of a normal distribution lies within this many standard deviations. */
const deviationsOf80Percent = 1.2816
/** A rejected picture that lowers the utility by less, in log odds, is not mentioned. */
const rejectedInfluenceMin = 0.2

/** Turns the explanation of a score into a decision, and says what to change. */
export function verdictOf(
  { leanings, rejected }: Pick<VerdictBasis, 'leanings' | 'rejected'>,
  { pass, fail }: Limits,
  wishes: readonly Wish[],
  { probability, details }: Explanation,
  measured: Measured,
): Verdict {
  const decision = decisionOf(asScore(probability), { pass, fail })
  const departures = departuresOf(wishes, details.prior.constraints, leanings, measured).slice(0, differencesMax)
  const isFine = decision === 'pass'
  const similar = isFine ? [] : similarRejected(details, rejected)
  return {
    decision,
    unsure: isUnsure(details, pass),
    pass,
    fail,
    differences: [...departures.map(difference), ...similar].slice(0, differencesMax),
    suggestions: isFine ? [] : departures.map(suggestion),
  }
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

function suggestion({ attribute, wantsMore }: Departure): string {
  return phrases[attribute][wantsMore ? 'addMore' : 'useLess']
}

/** A sentence about the rejected picture that lowers the score most, if there is one. */
function similarRejected({ learned }: Explanation['details'], rejected: readonly string[]): readonly string[] {
  for (const { elements, influence } of learned.nearest) {
    const elementId = elements.find((id) => rejected.includes(id))
    if (elementId !== undefined && influence <= -rejectedInfluenceMin) {
      return [`It is close to a picture you rejected: ${elementId}.`]
    }
  }
  return []
}
