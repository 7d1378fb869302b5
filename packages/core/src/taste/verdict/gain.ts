import { rankAmongKind, valueAtRank } from '../attributes/kinds.ts'
import type { AttributeName, Measured } from '../attributes.ts'
import type { TasteFrame } from '../gaussian-process/observations.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import { probabilityOf } from '../score.ts'
import { simpleScores } from '../simple-tastes/simple-posterior.ts'
import type { SimpleTaste } from '../simple-tastes/simple-taste.ts'
import { type RankChanges, sideEffects } from './side-effects.ts'

/** More or less of an attribute. */
export interface Change {
  readonly attribute: AttributeName
  readonly wantsMore: boolean
  /** The percentile rank that the attribute should have. */
  readonly wanted: number
}

/** A taste for more attributes depends too much on how the picture is edited. */
const attributesMax = 2

/** The attributes after a change: alone, and along with the attributes that usually change with it. */
export function changed(measured: Measured, { attribute, wantsMore, wanted }: Change): readonly Measured[] {
  const distance = wanted - rankAmongKind(attribute, measured)
  const usual = sideEffects.get(`${wantsMore ? 'more' : 'less'} ${attribute}`) ?? {}
  const scale = distance / (usual[attribute] ?? distance)
  const along = Object.fromEntries(Object.entries(usual).map(([name, change]) => [name, scale * change]))
  return [{ [attribute]: distance }, along].map((changes) => withRanks(measured, changes))
}

function withRanks(measured: Measured, changes: RankChanges): Measured {
  const moved = Object.entries(changes).map(([name, change]) => {
    const attribute = name as AttributeName
    const rank = rankAmongKind(attribute, measured) + change
    return [attribute, valueAtRank(attribute, Math.min(1, Math.max(0, rank)), measured)]
  })
  return { ...measured, ...Object.fromEntries(moved) }
}

/**
 * How much of the difference in score is certain. Only the wishes and the simple tastes for one or two attributes say
 * what a change of attributes does; what it does to the embedding, and with that to the rest of the score, is unknown.
 */
export function gainBetween(
  { wishes, taste: { components, simpleTastes, settings } }: LearnedModel,
  { utility, deviation }: { readonly utility: number; readonly deviation: number },
  before: TasteFrame,
  after: TasteFrame,
): number {
  const few = simpleTastes.filter(isForFew)
  const [scoreBefore = 0, scoreAfter = 0] = simpleScores({ simpleTastes: few, settings }, [before, after])
  const variance = deviation ** 2
  const wished = (after.wishMean ?? 0) - (before.wishMean ?? 0)
  const ofWishes = probabilityOf({ mean: utility + wished, variance }) - probabilityOf({ mean: utility, variance })
  const otherWeight = components.reduce((sum, { weight }) => sum + weight, 0)
  // The more attributes are wished for, the likelier an edit for one of them moves the picture away from others.
  const wishedCount = Math.max(1, new Set(wishes.map(({ attribute }) => attribute)).size)
  return scoreAfter - scoreBefore + (otherWeight * ofWishes) / wishedCount
}

function isForFew({ terms }: SimpleTaste): boolean {
  return terms.filter((term) => term !== 'bias' && term !== 'wishes').length <= attributesMax
}
