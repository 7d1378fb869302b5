import { rankAmongKind } from './attributes/kinds.ts'
import { percentileRank } from './attributes/quantiles.ts'
import type { AttributeName, Measured } from './attributes.ts'
import { type Wish, wishesFor } from './constraints/ranges.ts'
import { read } from './constraints/read.ts'
import type { Mention } from './constraints/reading.ts'
import { readReply, saysNothing } from './constraints/reply.ts'

export type { Wish }

export interface Understanding {
  readonly wishes: readonly Wish[]
  /** Parts of the answer that were not understood, as written; negated parts start with their negator. */
  readonly notUnderstood: readonly string[]
}

/** Only the beginning of a longer answer or question is read. */
export const textCharactersReadMax = 5000
/** Bounds the wishes of an answer, and its parts that were not understood. Later ones are left out. */
export const wishesPerAnswerMax = 200

/** What an answer, or a seed without a question, says about attributes. Takes linear time for any text. */
export function understand({
  question = '',
  answer,
}: {
  readonly question?: string
  readonly answer: string
}): Understanding {
  const texts = [beginningOf(question), beginningOf(answer)] as const
  const key = JSON.stringify(texts)
  const understood = remembered.get(key) ?? readTexts(...texts)
  remember(key, understood)
  return understood
}

/** Every request about a profile reads the same answers. The most recent ones are remembered, up to this many characters. */
const charactersRememberedMax = 1_000_000
/** The oldest first. */
const remembered = new Map<string, Understanding>()
let rememberedCharacters = 0

function remember(key: string, understood: Understanding): void {
  if (!remembered.delete(key)) rememberedCharacters += key.length
  remembered.set(key, understood)
  for (const oldest of remembered.keys()) {
    if (rememberedCharacters <= charactersRememberedMax) return
    remembered.delete(oldest)
    rememberedCharacters -= oldest.length
  }
}

/** Ends between words, if there are any. */
function beginningOf(text: string): string {
  if (text.length <= textCharactersReadMax) return text
  const beginning = text.slice(0, textCharactersReadMax)
  const end = Math.max(beginning.lastIndexOf(' '), beginning.lastIndexOf('\n'))
  return end < 0 ? beginning : beginning.slice(0, end)
}

function readTexts(question: string, answer: string): Understanding {
  const questionReading = read(question, { isQuestion: true })
  if (saysNothing(answer, questionReading.rejectsAnswer && questionReading.mentions.length === 0))
    return { wishes: [], notUnderstood: [] }
  const reply = readReply(questionReading, question, answer)
  const said = reply?.rest ?? answer
  const reading = read(said, { isUnwanted: questionReading.rejectsAnswer })
  const own = reading.mentions.flatMap((mention) =>
    questionReading.rejectsAnswer ? unwanted(mention) : wishesOf(mention),
  )
  // "Yes, they may" only allows what was asked about.
  const isAllowed = reading.indifferent && reading.mentions.length === 0
  const wishes = [...(isAllowed ? [] : (reply?.wishes ?? [])), ...own]
  const isUnknown = !reply && own.length === 0 && reading.notUnderstood.length === 0 && !reading.indifferent
  const whole = answer.trim()
  return {
    wishes: wishes.slice(0, wishesPerAnswerMax),
    notUnderstood: isUnknown && whole !== '' ? [whole] : reading.notUnderstood.slice(0, wishesPerAnswerMax),
  }
}

function wishesOf({ targets, modifiers, phrase }: Mention): readonly Wish[] {
  return wishesFor(targets, modifiers, phrase)
}

/** The answer to "What should we avoid?". Avoiding a lack of something means wanting more of it. */
function unwanted(mention: Mention): readonly Wish[] {
  const { targets, modifiers, phrase } = mention
  if (modifiers.allowed) return wishesOf(mention)
  if (modifiers.lack === true) return wishesFor(targets, { degree: 'more' }, `avoid ${phrase}`)
  if (modifiers.negation === 'less' && tooLittle.test(phrase))
    return wishesFor(targets, { degree: 'more' }, `avoid ${phrase}`)
  if (modifiers.negation !== undefined) return wishesOf(mention)
  return wishesFor(targets, { negation: 'avoid' }, `avoid ${phrase}`)
}

/** Among what is unwanted, "low contrast" is one thing; "no clutter" repeats that it is unwanted. */
const tooLittle = /^(?:low|weak|little|limited)\b/i

/** A range whose middle is this close to the median asks for neither more nor less. */
const middleWidth = 0.05

/** Whether a wish asks for more or less of its attribute than the typical picture has. */
export function directionOf({ attribute, low, high }: Wish): 'more' | 'less' | 'middle' {
  const middle = (percentileRank(attribute, low) + percentileRank(attribute, high)) / 2
  if (Math.abs(middle - 0.5) <= middleWidth) return 'middle'
  return middle > 0.5 ? 'more' : 'less'
}

/** Turns an answer into text. Forms send booleans, numbers, lists and `{label, value}`. */
export function answerText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || typeof value !== 'object' || depth === 3) return ''
  if (Array.isArray(value))
    return value
      .map((item) => answerText(item, depth + 1))
      .filter((text) => text !== '')
      .join(', ')
  const { label, text, answer, value: inner } = value as Readonly<Record<string, unknown>>
  return answerText(label ?? text ?? answer ?? inner, depth + 1)
}

export interface WishUtility {
  readonly utility: number
  readonly parts: readonly WishPart[]
}

export interface WishPart {
  readonly phrase: string
  readonly attribute: AttributeName
  readonly measured: number
  readonly contribution: number
}

/** The bound on the utility, however many wishes a picture meets. */
export const wishUtilityMax = 2

/**
 * How well measured attributes meet the wishes: the strength-weighted mean of their fits, scaled by the total strength
 * up to the bound. A fit is 0 at the border of the range, up to 1 inside and down to −1 outside. The parts sum to the
 * utility.
 */
export function wishUtility(wishes: readonly Wish[], measured: Measured): WishUtility {
  const totalStrength = wishes.reduce((sum, { strength }) => sum + strength, 0)
  if (totalStrength <= 0) return { utility: 0, parts: [] }
  const weight = (wishUtilityMax * (1 - Math.exp(-totalStrength / wishUtilityMax))) / totalStrength
  const parts = wishes.map((wish) => ({
    phrase: wish.phrase,
    attribute: wish.attribute,
    measured: measured[wish.attribute],
    contribution: weight * wish.strength * fit(wish, measured),
  }))
  return { utility: parts.reduce((sum, { contribution }) => sum + contribution, 0), parts }
}

const softness = 0.2

/**
 * Compares percentile ranks, so that wishes for rare and for common attributes count alike: that of the picture among
 * those of its kind, since a bright photograph is darker than most websites. A bound at the end of the scale has no effect.
 */
function fit({ attribute, low, high }: Wish, measured: Measured): number {
  const [from, to] = [percentileRank(attribute, low), percentileRank(attribute, high)]
  const at = rankAmongKind(attribute, measured)
  const soft = low > 0 && high < 1 ? Math.min(softness, (to - from) / 3) : softness
  const over = low > 0 ? Math.tanh((at - from) / soft) : 1
  const under = high < 1 ? Math.tanh((to - at) / soft) : 1
  return over + under - 1
}
