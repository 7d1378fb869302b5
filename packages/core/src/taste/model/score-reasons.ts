import { percentileRank } from '../attributes/quantiles.ts'
import { attributes, type Measured } from '../attributes.ts'
import type { ScoreReason } from '../explanation-schema.ts'
import { describeView } from '../likeness/words.ts'
import type { ExplainedPrior } from './explained-prior.ts'
import type { LearnedModel } from './learned-model.ts'
import type { ScoreEffects } from './score-effects.ts'

/** The most reasons that are listed separately. The others are one more reason together. */
export const reasonsMax = 6
/** The most elements that an explanation names for one judged picture. */
export const elementsShownMax = 10
/** Smaller effects are listed together. */
const effectMin = 0.01

/** The reasons for a score, largest first. Their effects add up to its distance from 0.5. */
export function scoreReasonsOf(
  model: LearnedModel,
  prior: ExplainedPrior,
  effects: ScoreEffects,
  measured: Measured,
): readonly ScoreReason[] {
  const all = [
    ...priorReasons(model, prior, effects),
    ...viewReasons(model, prior, effects),
    ...attributeReasons(effects, measured),
    judgedReason(model, effects),
    { text: 'Compared with pictures of the library that nobody has judged', effect: effects.standIns },
    { text: `You tend to call pictures ${effects.bias > 0 ? 'good' : 'bad'}`, effect: effects.bias },
  ].sort(bySize)
  const shown = all.slice(0, reasonsMax).filter(({ effect }) => Math.abs(effect) >= effectMin)
  const rest = all.slice(shown.length).reduce((sum, { effect }) => sum + effect, 0)
  return [...shown, { text: 'Other reasons', effect: rest }]
    .map((reason) => ({ ...reason, effect: Math.round(reason.effect * 1e4) / 1e4 }))
    .filter(({ effect }) => effect !== 0)
    .sort(bySize)
}

function bySize(one: ScoreReason, other: ScoreReason): number {
  return Math.abs(other.effect) - Math.abs(one.effect)
}

function priorReasons(
  { dimension }: LearnedModel,
  { crowd, others, wishes, usability }: ExplainedPrior,
  { perPrior, perWish }: ScoreEffects,
): readonly ScoreReason[] {
  return [
    opinionReason('People in general', crowd, perPrior),
    opinionReason('Other profiles in the project', others, perPrior),
    ...wishes.parts.map(({ phrase, contribution }) => ({
      text: `${contribution > 0 ? 'Matches your wish' : 'Does not match your wish'}: ${phrase}`,
      effect: contribution * perWish,
    })),
    ...(dimension === 'usability' ? usability.parts : []).map(({ reason, contribution }) => ({
      text: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`,
      effect: contribution * perPrior,
    })),
  ]
}

function opinionReason(who: string, opinion: number, perPrior: number): ScoreReason {
  const statement = `${who} ${opinion > 0 ? 'like' : 'do not like'} similar pictures`
  return { text: perPrior < 0 ? `${statement}, and you tend to disagree` : statement, effect: opinion * perPrior }
}

/** In `likeness` the views are the prior; elsewhere only a simple taste uses them. */
function viewReasons({ dimension }: LearnedModel, { views }: ExplainedPrior, { perPrior, traits }: ScoreEffects) {
  return views.map(({ view, share, logOdds }) => ({
    text: describeView(view, logOdds),
    effect: (dimension === 'likeness' ? share * logOdds * perPrior : 0) + (traits.get(view) ?? 0),
  }))
}

function attributeReasons({ traits }: ScoreEffects, measured: Measured): readonly ScoreReason[] {
  return attributes.map(({ name, low, high }) => {
    const effect = traits.get(name) ?? 0
    const word = percentileRank(name, measured[name]) > 0.5 ? high : low
    return { text: `It is ${word}, which you tend to ${effect > 0 ? 'prefer' : 'reject'}`, effect }
  })
}

function judgedReason({ elementIds }: LearnedModel, { judged, nearest }: ScoreEffects): ScoreReason {
  return {
    text: `Similar to what you ${judged > 0 ? 'preferred' : 'rejected'}`,
    effect: judged,
    elements: nearest.flatMap((frame) => (elementIds[frame] ?? []).slice(0, elementsShownMax)),
  }
}
