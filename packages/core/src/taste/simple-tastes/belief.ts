import { attributes } from '../attributes.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { SimpleTaste } from './simple-taste.ts'
import { traitsIn } from './terms.ts'
import { topicOf } from './topics.ts'
import { type Trait, traits } from './traits.ts'

/** A trait that matters less probably is not mentioned. */
const probabilityMin = 0.5
/** A taste for more traits than this is not a simple explanation. */
const traitsMax = 2

/** A trait of a simple taste, and whether more of it is liked. */
interface Liking {
  readonly trait: Trait
  readonly isMore: boolean
}

/** What the judgements are probably about, in one sentence; undefined if nothing is clear. */
export function beliefOf({ simpleTastes }: Pick<TasteModel, 'simpleTastes'>): string | undefined {
  const probable = traits
    .flatMap((trait) => [true, false].map((isMore): Liking => ({ trait, isMore })))
    .map((liking) => ({ ...liking, probability: probabilityOf(liking, simpleTastes) }))
    .filter(({ probability }) => probability >= probabilityMin)
    .sort((one, other) => other.probability - one.probability)
    .slice(0, traitsMax)
  if (probable.length === 0) return undefined
  const topics = [...new Set(probable.map(({ trait }) => topicOf[trait]))].join(' and ')
  return `It seems to be about ${topics}: you like ${picturesOf(probable)}.`
}

/** The traits of a taste that is a simple explanation; otherwise none. */
export function likingsOf({ terms, mean }: Pick<SimpleTaste, 'terms' | 'mean'>): readonly Liking[] {
  const liked = traitsIn(terms)
  const others = terms.filter((term) => term !== 'bias' && term !== 'wishes').length - liked.length
  if (others > 0 || liked.length > traitsMax) return []
  return liked.map((trait) => ({ trait, isMore: (mean[terms.indexOf(trait)] as number) > 0 }))
}

function probabilityOf({ trait, isMore }: Liking, tastes: readonly SimpleTaste[]): number {
  return tastes
    .filter((taste) => likingsOf(taste).some((one) => one.trait === trait && one.isMore === isMore))
    .reduce((sum, { weight }) => sum + weight, 0)
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
