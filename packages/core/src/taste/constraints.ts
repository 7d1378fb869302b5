import { shareUnder } from './attributes/typical.ts'
import type { AttributeName, Measured } from './attributes.ts'
import { type Wish, wishesFor } from './constraints/ranges.ts'
import { read } from './constraints/read.ts'
import { readReply, saysNothing } from './constraints/reply.ts'

export type { Wish }

export interface Understanding {
  readonly wishes: readonly Wish[]
  /** What was said and not understood, as it stood in the answer; in a list of things to avoid, with that word before it. */
  readonly notUnderstood: readonly string[]
}

/** What an answer, or a seed without a question, says about attributes. Costs linear time whatever the text. */
export function understand({
  question,
  answer,
}: {
  readonly question?: string
  readonly answer: string
}): Understanding {
  const asked = read(question ?? '')
  if (saysNothing(answer, asked.turnsDown)) return { wishes: [], notUnderstood: [] }
  const reply = readReply(asked.mentions, question ?? '', answer)
  const said = reply?.rest ?? answer
  const reading = read(said)
  const own = reading.mentions.flatMap(({ leans, manner, phrase }) =>
    asked.turnsDown && manner.negation === undefined
      ? wishesFor(leans, { negation: 'avoid' }, `avoid ${phrase}`)
      : wishesFor(leans, manner, phrase),
  )
  const wishes = [...(reply?.wishes ?? []), ...own]
  const nothingCame = wishes.length === 0 && reading.notUnderstood.length === 0 && !reading.indifferent
  const whole = answer.trim()
  return { wishes, notUnderstood: nothingCame && whole !== '' ? [whole] : reading.notUnderstood }
}

/** An answer as text, whatever was sent: forms send booleans, numbers, lists and `{label, value}`. */
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

/** The utility of a picture that meets any number of wishes stays under this. */
export const wishUtilityMax = 2

/**
 * How well measured attributes meet the wishes: their mean by strength, the more the more was said. Each wish gives
 * nothing at the border of its range, up to 1 inside and down to −1 outside. The parts sum to the utility.
 */
export function wishUtility(wishes: readonly Wish[], measured: Measured): WishUtility {
  const said = wishes.reduce((sum, { strength }) => sum + strength, 0)
  if (said <= 0) return { utility: 0, parts: [] }
  const weight = (wishUtilityMax * (1 - Math.exp(-said / wishUtilityMax))) / said
  const parts = wishes.map((wish) => ({
    phrase: wish.phrase,
    attribute: wish.attribute,
    measured: measured[wish.attribute],
    contribution: weight * wish.strength * fit(wish, measured[wish.attribute]),
  }))
  return { utility: parts.reduce((sum, { contribution }) => sum + contribution, 0), parts }
}

const softness = 0.2

/**
 * Read in shares of usual pictures, so that a wish for a rare thing counts like one for a common thing.
 * A bound at the end of the scale bounds nothing.
 */
function fit({ attribute, low, high }: Wish, measured: number): number {
  const [from, to, at] = [low, high, measured].map((value) => shareUnder(attribute, value))
  if (from === undefined || to === undefined || at === undefined) return 0
  const soft = low > 0 && high < 1 ? Math.min(softness, (to - from) / 3) : softness
  const over = low > 0 ? Math.tanh((at - from) / soft) : 1
  const under = high < 1 ? Math.tanh((to - at) / soft) : 1
  return over + under - 1
}
