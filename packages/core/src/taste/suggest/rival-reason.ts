import type { TasteFrame } from '../gaussian-process/observations.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import { likingsOf } from '../simple-tastes/belief.ts'
import { meanOf, type SimpleTaste, termValuesOf } from '../simple-tastes/simple-taste.ts'
import { topicOf } from '../simple-tastes/topics.ts'
import type { Trait } from '../simple-tastes/traits.ts'

/** A less probable explanation is not worth asking about. */
const weightMin = 0.05
/** In log odds: a smaller utility, or difference of two, does not decide an answer. */
const clearUtility = 0.5

/**
 * Asks which of the two likeliest simple tastes is right, if they disagree about whether the owner would like a frame, or
 * about which of two frames.
 */
export function rivalReason({ simpleTastes, settings }: TasteModel, frames: readonly TasteFrame[]): string | undefined {
  const [first, second] = simpleTastes
    .filter((taste) => taste.weight >= weightMin && likingsOf(taste).length > 0)
    .sort((one, other) => other.weight - one.weight)
  if (!first || !second) return undefined
  const [a, b] = frames.map((frame) => termValuesOf(frame, settings))
  const leaningOf = (taste: SimpleTaste) => (a ? meanOf(taste, a) : 0) - (b ? meanOf(taste, b) : 0)
  const leanings = [leaningOf(first), leaningOf(second)] as const
  if (leanings[0] * leanings[1] >= 0 || leanings.some((one) => Math.abs(one) < clearUtility)) return undefined
  const names = namesOf(onlyIn(first, second), onlyIn(second, first))
  return names && `Is it ${names.join(' or ')}? So far both explain your judgements.`
}

/** The first trait of one taste that the other lacks. */
function onlyIn(one: SimpleTaste, other: SimpleTaste): Trait | undefined {
  const others = likingsOf(other).map(({ trait }) => trait)
  return likingsOf(one).find(({ trait }) => !others.includes(trait))?.trait
}

function namesOf(one: Trait | undefined, other: Trait | undefined): readonly string[] | undefined {
  if (one === undefined || other === undefined) return undefined
  const topics = [topicOf[one], topicOf[other]]
  return topics[0] === topics[1] ? [one, other].map((trait) => trait.replaceAll('_', ' ')) : topics
}
