import { describe } from '../attributes/words.ts'
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

/** Something that moved the score; without a text, nothing can be said about it. */
type Part = Omit<ScoreReason, 'text'> & { readonly text: string | undefined }

/** The reasons for a score, largest first. Their effects add up to its distance from 0.5. */
export function scoreReasonsOf(
  model: LearnedModel,
  prior: ExplainedPrior,
  effects: ScoreEffects,
  measured: Measured,
): readonly ScoreReason[] {
  const all: readonly Part[] = [
    ...priorReasons(model, prior, effects),
    ...viewReasons(model, prior, effects),
    ...attributeReasons(model, effects, measured),
    judgedReason(model, effects),
    { text: 'Compared with pictures of the library that nobody has judged', effect: effects.standIns },
    biasReason(model, effects),
  ]
  const sayable = all.flatMap((part) => (part.text === undefined ? [] : [{ ...part, text: part.text }])).sort(bySize)
  const shown = sayable.slice(0, reasonsMax).filter(({ effect }) => Math.abs(effect) >= effectMin)
  const rest = sumOf(all) - sumOf(shown)
  return [...shown, { text: 'Other reasons', effect: rest }]
    .map((reason) => ({ ...reason, effect: Math.round(reason.effect * 1e4) / 1e4 }))
    .filter(({ effect }) => effect !== 0)
    .sort(bySize)
}

function sumOf(parts: readonly { readonly effect: number }[]): number {
  return parts.reduce((sum, { effect }) => sum + effect, 0)
}

function bySize(one: ScoreReason, other: ScoreReason): number {
  return Math.abs(other.effect) - Math.abs(one.effect)
}

function priorReasons(
  { dimension }: LearnedModel,
  { crowd, others, team, wishes, usability }: ExplainedPrior,
  { perPrior, perWish }: ScoreEffects,
): readonly ScoreReason[] {
  return [
    opinionReason('People in general', crowd, perPrior),
    opinionReason('Other profiles in the project', others, perPrior),
    opinionReason('The others in the team', team, perPrior),
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

/** Only what separates the good pictures from the bad ones is called a preference. */
function attributeReasons({ tendencies }: LearnedModel, { traits }: ScoreEffects, measured: Measured): readonly Part[] {
  return attributes.map(({ name }) => {
    const effect = traits.get(name) ?? 0
    const tendency = tendencies.find(({ attribute }) => attribute === name)
    const described = describe(name, measured)
    const isLiked = effect > 0
    const isClaimed = tendency && described && tendency.wantsMore === (described.isMuch === isLiked)
    const text = isClaimed ? `It is ${described.word}, which you tend to ${isLiked ? 'prefer' : 'reject'}` : undefined
    return { text, effect }
  })
}

function biasReason({ usualLabel }: LearnedModel, { bias }: ScoreEffects): Part {
  const isTrue = usualLabel === (bias > 0 ? 'good' : 'bad')
  return { text: isTrue ? `You tend to call pictures ${usualLabel}` : undefined, effect: bias }
}

function judgedReason({ elementIds }: LearnedModel, { judged, nearest }: ScoreEffects): ScoreReason {
  return {
    text: `Similar to what you ${judged > 0 ? 'preferred' : 'rejected'}`,
    effect: judged,
    elements: nearest.flatMap((frame) => (elementIds[frame] ?? []).slice(0, elementsShownMax)),
  }
}
