import { suggestedChanges, suggestionOf, type TriedChange } from '../advice/advice.ts'
import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { Explanation } from '../model/explain.ts'
import type { Problem } from '../novelty/problem.ts'
import { asScore } from '../score.ts'
import { type Calibration, chanceOfGood, noveltyMax, sureFrom } from './certainty.ts'
import { type Departure, departuresOf } from './departures.ts'
import { phrases } from './phrases.ts'
import type { Limits, Verdict } from './threshold-schema.ts'
import type { VerdictBasis } from './verdict-basis.ts'

export const differencesMax = 5
/** A rejected picture that lowers the utility by less, in log odds, is not mentioned. */
const rejectedInfluenceMin = 0.2

/** What is measured on the picture itself. */
export interface MeasuredPicture {
  readonly problem?: Problem | undefined
  readonly tried: readonly TriedChange[]
}

/** A verdict before the picture itself is measured. */
export interface DraftVerdict {
  readonly departures: readonly Departure[]
  /** Whether changes are worth trying. */
  needsChanges(problem: Problem | undefined): boolean
  verdictAfter(measured: MeasuredPicture): Verdict
}

/** Where a picture is among the judged ones. */
export interface Surroundings {
  readonly novelty: number
  /** Whether the nearest judged picture is a good exemplar, and the picture is like it. */
  readonly isLikeGood: boolean
}

/** How sure a recognised problem is; see bench/problems.ts. */
const problemCertainty = 0.99

/** Turns the explanation of a score into a decision, and says what to change. */
export function draftVerdict(
  {
    tendencies,
    rejected,
    calibration,
  }: Pick<VerdictBasis, 'tendencies' | 'rejected'> & { readonly calibration: Calibration },
  { pass, fail }: Limits,
  wishes: readonly Wish[],
  { probability, details }: Explanation,
  measured: Measured,
  { novelty, isLikeGood }: Surroundings,
): DraftVerdict {
  const score = asScore(probability)
  const reaches = decisionOf(score, { pass, fail })
  const departures = departuresOf(wishes, details.prior.constraints, tendencies, measured).slice(0, differencesMax)
  const isNovel = novelty >= noveltyMax
  const isRefused = (problem: Problem | undefined) => problem !== undefined && !isLikeGood
  const needsChanges = (problem: Problem | undefined) => reaches !== 'pass' && !isRefused(problem)
  return {
    departures,
    needsChanges,
    verdictAfter({ problem, tried }) {
      const isBroken = isRefused(problem)
      const isDoubted = reaches === 'pass' && (isNovel || isBroken)
      const decision = isDoubted ? 'revise' : reaches
      const changes = needsChanges(problem) ? suggestedChanges(tried, departures) : []
      const chance = chanceOfGood(calibration, score, pass)
      // Labels say nothing about a high score of what is unlike all of them.
      const usual = isDoubted ? 0.5 : Math.max(0.5, decision === 'pass' ? chance : 1 - chance)
      const certainty = asScore(isBroken ? problemCertainty : usual)
      const first = [
        ...(problem === undefined ? [] : [problemSentences[problem]]),
        ...(isNovel ? ['It is unlike anything you have judged.'] : []),
      ]
      const similar = decision === 'pass' ? [] : similarRejected(details, rejected)
      return {
        decision,
        certainty,
        unsure: certainty < sureFrom,
        pass,
        fail,
        novelty: asScore(novelty),
        ...(problem !== undefined && { problem }),
        differences: [...first, ...departures.map(difference), ...similar].slice(0, differencesMax),
        suggestions: changes.map(suggestionOf),
        changes: [...changes],
      }
    },
  }
}

const problemSentences: Readonly<Record<Problem, string>> = {
  blank: 'It is blank.',
  noise: 'It is noise.',
  unstyled: 'It looks like a page without its style sheet.',
  error_page: 'It looks like an error page.',
}

/** The decision by a score alone. What is unlike everything judged needs a look at best. */
export function decisionAt(probability: number, limits: Limits, isNovel: boolean): Verdict['decision'] {
  const reached = decisionOf(asScore(probability), limits)
  return reached === 'pass' && isNovel ? 'revise' : reached
}

function decisionOf(score: number, { pass, fail }: Limits): Verdict['decision'] {
  if (score >= pass) return 'pass'
  return score < fail ? 'fail' : 'revise'
}

function difference({ attribute, wantsMore, askedFor }: Departure): string {
  const predicate = phrases[attribute][wantsMore ? 'hasLess' : 'hasMore']
  return `It ${predicate} than ${askedFor === undefined ? 'what you like' : `you asked for (“${askedFor}”)`}.`
}

/** A sentence about the rejected picture that lowers the score most, if there is one. */
function similarRejected({ learned }: Explanation['details'], rejected: VerdictBasis['rejected']): readonly string[] {
  for (const { elements, influence } of learned.nearest) {
    const found = influence <= -rejectedInfluenceMin && rejected.find(({ elementId }) => elements.includes(elementId))
    if (found) return [`It is close to a picture you rejected${found.name === undefined ? '' : `: ${found.name}`}.`]
  }
  return []
}
