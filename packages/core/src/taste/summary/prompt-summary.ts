import type { Wish } from '../constraints.ts'
import type { Tendencies } from '../tendencies/tendencies.ts'
import { aimAndAvoid } from './aim-and-avoid.ts'

export interface SummaryInput {
  readonly seed?: string | null
  /** What the seed was understood to say. The summary quotes the seed and does not repeat it. */
  readonly seedWishes?: readonly Wish[]
  readonly wishes: readonly Wish[]
  /** Answers, or parts of them, that do not mention attributes. The summary quotes them. */
  readonly notUnderstood: readonly string[]
  readonly tendencies?: Tendencies
}

/** A longer summary mentions less, unless the owner's own words are this long. */
const summaryLengthMax = 600
const seedLengthMax = 400
const quoteLengthMax = 80
const quotesMax = 8
/** How much is mentioned: more if there is room for it. */
const extents = [
  { aims: 6, avoided: 4 },
  { aims: 3, avoided: 2 },
] as const
/** The strongest aims are listed first, the others follow as details. */
const mainAimsMax = 3

/** A paragraph for prompting an image model: the owner's description, what to aim for and what to avoid. */
export function promptSummary(input: SummaryInput): string {
  const { seed, seedWishes = [], wishes, notUnderstood, tendencies } = input
  const inSeed = new Set(seedWishes.map(({ attribute }) => attribute))
  const { aim, avoid } = aimAndAvoid({ wishes: [...seedWishes, ...wishes], ...(tendencies && { tendencies }) }, inSeed)
  const hasLesson = inSeed.size + aim.length + avoid.length > 0
  const texts = extents.map(({ aims, avoided }) =>
    joined([
      sentence(clip(seed ?? '', seedLengthMax)),
      aiming(aim, aims),
      avoid.length === 0 ? '' : `Avoid ${list(avoid.slice(0, avoided))}.`,
      hasLesson ? '' : noLesson(tendencies),
      quotation(notUnderstood),
    ]),
  )
  return texts.find((text) => text.length <= summaryLengthMax) ?? (texts.at(-1) as string)
}

function aiming(aim: readonly string[], aimsMax: number): string {
  if (aim.length === 0) return ''
  const details = aim.slice(mainAimsMax, aimsMax)
  const more = details.length === 0 ? '' : `, with ${list(details)}`
  return `Aim for ${list(aim.slice(0, mainAimsMax))}${more}.`
}

/** A profile whose pictures were read always says so: few or ordinary pictures show no tendency. */
function noLesson({ good, bad }: Pick<Tendencies, 'good' | 'bad'> = { good: 0, bad: 0 }): string {
  const counts = [...(good > 0 ? [`${good} liked`] : []), ...(bad > 0 ? [`${bad} disliked`] : [])]
  if (counts.length === 0) return ''
  return `Going by ${counts.join(' and ')} ${good + bad === 1 ? 'example' : 'examples'}, nothing stands out yet.`
}

function quotation(texts: readonly string[]): string {
  // Quotation marks inside a quoted text must not end the quotation.
  const quotes = texts.map((text) => clip(text, quoteLengthMax).replace(/[“”]/g, "'")).filter((text) => text !== '')
  const distinct = [...new Map(quotes.toReversed().map((text) => [text.toLowerCase(), text])).values()].toReversed()
  const quoted = distinct.slice(0, quotesMax).map((text) => `“${text}”`)
  const more = distinct.length > quotesMax ? `, and ${distinct.length - quotesMax} more` : ''
  return quoted.length === 0 ? '' : `In the owner's own words: ${quoted.join(', ')}${more}.`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((part) => part !== '').join(' ')
}

function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}

/** One line of limited length, never cut inside a surrogate pair. */
function clip(text: string, lengthMax: number): string {
  const line = text
    .slice(0, 4 * lengthMax)
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ')
  if (line.length <= lengthMax) return line
  const cut = line.slice(0, lengthMax - 1)
  const whole = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
  return `${whole.trimEnd()}…`
}
