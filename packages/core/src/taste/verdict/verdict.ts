import type { Measured } from '../attributes.ts'
import type { WishPart } from '../constraints.ts'
import type { Prediction } from '../gaussian-process/taste-model.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import { asScore } from '../score.ts'
import { type Departure, departuresOf } from './departures.ts'
import { phrases } from './phrases.ts'
import type { Limits } from './threshold.ts'

export interface Verdict extends Limits {
  readonly decision: Decision
  /** Whether the score is too close to `pass` to call. */
  readonly unsure: boolean
  /** How the picture departs from what the profile likes, strongest first. */
  readonly differences: readonly string[]
  /** What to change. */
  readonly suggestions: readonly string[]
}

export const decisions = ['pass', 'revise', 'fail'] as const
export type Decision = (typeof decisions)[number]

export const differencesMax = 5
/** 80 % of a normal distribution lies within this many standard deviations. */
const deviationsOf80Percent = 1.2816
/** A judged picture that lowers the utility by less, in log odds, is not mentioned. */
const nearInfluenceMin = 0.2

/** Turns a prediction into a decision and says why. */
export function verdictOf(
  model: LearnedModel,
  prediction: Prediction,
  wishParts: readonly WishPart[],
  measured: Measured,
  { pass, fail }: Limits,
): Verdict {
  const score = asScore(prediction.probability)
  const decision = decisionOf(score, { pass, fail })
  const departures = departuresOf(model.wishes, wishParts, model.leanings, measured).slice(0, differencesMax)
  const rejected = decision === 'pass' ? undefined : nearestRejected(model, prediction)
  const differences = [...departures.map(difference), ...(rejected === undefined ? [] : [rejected])]
  return {
    decision,
    unsure: isUnsure(prediction, pass),
    pass,
    fail,
    differences: differences.slice(0, differencesMax),
    suggestions: departures.map(({ attribute, wantsMore }) => phrases[attribute][wantsMore ? 'addMore' : 'useLess']),
  }
}

function decisionOf(score: number, { pass, fail }: Limits): Decision {
  if (score >= pass) return 'pass'
  return score < fail ? 'fail' : 'revise'
}

/** Whether the 80 % interval of the probability contains the threshold. */
function isUnsure({ mean, variance }: Prediction, pass: number): boolean {
  const reach = deviationsOf80Percent * Math.sqrt(variance)
  const odds = Math.log(pass / (1 - pass))
  return mean - reach <= odds && odds <= mean + reach
}

function difference({ attribute, wantsMore, askedFor }: Departure): string {
  const predicate = phrases[attribute][wantsMore ? 'hasLess' : 'hasMore']
  return `It ${predicate} than ${askedFor === undefined ? 'what you like' : `you asked for (“${askedFor}”)`}.`
}

function nearestRejected({ taste, elementIds }: LearnedModel, { nearest }: Prediction): string | undefined {
  const rejected = new Set(
    taste.observations.flatMap(({ plus, minus, outcome }) => (minus === undefined && outcome === 0 ? [plus] : [])),
  )
  const closest = nearest.find(({ frame, influence }) => influence <= -nearInfluenceMin && rejected.has(frame))
  const elementId = closest && elementIds[closest.frame]?.[0]
  return elementId === undefined ? undefined : `It is close to a picture you rejected: ${elementId}.`
}
