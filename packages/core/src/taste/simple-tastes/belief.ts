import { attributes } from '../attributes.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { SimpleTaste } from './simple-taste.ts'
import { traitsIn } from './terms.ts'
import { topicOf } from './topics.ts'
import { type Trait, traits } from './traits.ts'

/** Nothing is believed unless a simple taste explains the judgements at least this probably. */
const simpleMin = 0.25
/** If one does, a topic that it is about less probably is not mentioned. */
const topicMin = 0.6
/** A taste for more traits than this is not a simple explanation. */
const traitsMax = 2

/** A trait of a simple taste, and whether more of it is liked. */
interface Liking {
  readonly trait: Trait
  readonly isMore: boolean
}

/**
 * What the judgements are probably about, in one sentence; undefined if nothing is clear. Traits of one topic, such as
 * warmth and yellow, often explain the same judgements, so the topic decides, and its leading trait is named.
 */
export function beliefOf({ simpleTastes }: Pick<TasteModel, 'simpleTastes'>): string | undefined {
  const simple = simpleTastes.map((taste) => ({ ...taste, likings: likingsOf(taste) })).filter(hasLikings)
  const total = sumOf(simple)
  if (total < simpleMin) return undefined
  const topics = [...new Set(traits.map((trait) => topicOf[trait]))]
    .map((topic) => ({ topic, weight: sumOf(simple.filter((taste) => taste.likings.some(isAbout(topic)))) }))
    .filter(({ weight }) => weight >= topicMin * total)
    .map(({ topic, weight }) => ({ topic, weight, leading: leadingIn(topic, simple) }))
    .filter(({ weight, leading }) => leading.weight > weight / 2)
    .sort((one, other) => other.leading.weight - one.leading.weight)
    .slice(0, traitsMax)
  if (topics.length === 0) return undefined
  const words = topics.map(({ topic }) => topic).join(' and ')
  return `It seems to be about ${words}: you like ${picturesOf(topics.map(({ leading }) => leading))}.`
}

/** The traits of a taste that is a simple explanation; otherwise none. */
export function likingsOf({ terms, mean }: Pick<SimpleTaste, 'terms' | 'mean'>): readonly Liking[] {
  const liked = traitsIn(terms)
  const others = terms.filter((term) => term !== 'bias' && term !== 'wishes').length - liked.length
  if (others > 0 || liked.length > traitsMax) return []
  return liked.map((trait) => ({ trait, isMore: (mean[terms.indexOf(trait)] as number) > 0 }))
}

interface Explanation {
  readonly weight: number
  readonly likings: readonly Liking[]
}

function hasLikings({ likings }: Explanation): boolean {
  return likings.length > 0
}

function isAbout(topic: string) {
  return ({ trait }: Liking) => topicOf[trait] === topic
}

/** The most probable liking of a topic. */
function leadingIn(topic: string, explanations: readonly Explanation[]): Liking & { readonly weight: number } {
  const [leading] = traits
    .filter((trait) => topicOf[trait] === topic)
    .flatMap((trait) => [true, false].map((isMore) => ({ trait, isMore })))
    .map((liking) => ({ ...liking, weight: sumOf(explanations.filter(({ likings }) => likings.some(isSame(liking)))) }))
    .sort((one, other) => other.weight - one.weight)
  return leading as Liking & { readonly weight: number }
}

function isSame({ trait, isMore }: Liking) {
  return (other: Liking) => other.trait === trait && other.isMore === isMore
}

function sumOf(explanations: readonly { readonly weight: number }[]): number {
  return explanations.reduce((sum, { weight }) => sum + weight, 0)
}

function picturesOf(likings: readonly Liking[]): string {
  const words = likings.map(wordFor)
  const [first = ''] = words
  return words.length === 1 && /^[\w-]+$/.test(first) ? `${first} pictures` : `pictures that are ${words.join(' and ')}`
}

function wordFor({ trait, isMore }: Liking): string {
  const attribute = attributes.find(({ name }) => name === trait)
  if (attribute) return isMore ? attribute.high : attribute.low
  const others = trait === 'look' ? 'like your good exemplars in light, colour and texture' : 'of similar subjects'
  return isMore ? others : `not ${others}`
}
