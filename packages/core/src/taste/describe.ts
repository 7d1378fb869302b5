import { shareUnder } from './attributes/typical.ts'
import { type AttributeName, attributes, type Measured } from './attributes.ts'
import type { Wish } from './constraints.ts'

/** The mean attributes of some pictures, and of how many. */
export interface Group {
  readonly count: number
  readonly means: Measured
}

export interface Tendency {
  readonly attribute: AttributeName
  /** How far apart, in shares of usual pictures, −1 to 1, less where few pictures speak: positive where more is liked. */
  readonly effect: number
  /** The word for the side that is liked. */
  readonly word: string
}

export interface SummaryInput {
  readonly seed?: string | null
  readonly wishes: readonly Wish[]
  /** Answers, or parts of them, that say nothing about attributes: they are quoted. */
  readonly notUnderstood: readonly string[]
  readonly liked?: Group | undefined
  readonly disliked?: Group | undefined
}

const summaryLengthMax = 1500
const seedLengthMax = 400
const quoteLengthMax = 80
const quotesMax = 8
const wordsMax = 7
const effectMin = 0.12
/** So many pictures count for half of what they show. */
const halfTrustCount = 4
/** Attributes of which there is none or some: to avoid having none of them would be an odd thing to ask. */
const amounts: ReadonlySet<AttributeName> = new Set([
  'shadows',
  'neon',
  'reds',
  'yellows',
  'greens',
  'blues',
  'purples',
  'text_density',
  'thirds_energy',
] as const)

/** A paragraph that an image model could be prompted with: what to aim for, what was liked, what to avoid. */
export function promptSummary({ seed, wishes, notUnderstood, liked, disliked }: SummaryInput): string {
  const asked = askedFor(wishes)
  const learned = tendencies(liked, disliked).slice(0, wordsMax)
  const aims = asked.map(({ words }) => words)
  const tastes = learned.map(({ word }) => word)
  const sentences = [
    sentence(clip(seed ?? '', seedLengthMax)),
    aims.length > 0 ? `Aim for pictures that are ${list(aims, 'and')}.` : '',
    tastes.length > 0 ? `${grounds(liked, disliked)} favour what is ${list(tastes, 'and')}.` : '',
    avoidance(asked, learned),
    quotation(notUnderstood),
  ]
  const text = sentences.filter((part) => part !== '').join(' ')
  return clip(text, summaryLengthMax)
}

/** What sets liked pictures apart from disliked ones, or from usual ones where only one kind is known; the clearest first. */
export function tendencies(liked: Group | undefined, disliked: Group | undefined): readonly Tendency[] {
  if (liked === undefined && disliked === undefined) return []
  const trust = [liked, disliked].flatMap((group) =>
    group === undefined ? [] : [group.count / (group.count + halfTrustCount)],
  )
  const shared = Math.min(...trust)
  return attributes
    .map(({ name, low, high }): Tendency => {
      const likedShare = liked === undefined ? 0.5 : shareUnder(name, liked.means[name])
      const dislikedShare = disliked === undefined ? 0.5 : shareUnder(name, disliked.means[name])
      const effect = shared * (likedShare - dislikedShare)
      return { attribute: name, effect, word: effect > 0 ? high : low }
    })
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
}

/** The mean attributes of a group of pictures, for the two above. */
export function groupOf(pictures: readonly Measured[]): Group | undefined {
  if (pictures.length === 0) return undefined
  const mean = (name: AttributeName) => pictures.reduce((sum, measured) => sum + measured[name], 0) / pictures.length
  const means = Object.fromEntries(attributes.map(({ name }) => [name, mean(name)])) as Record<AttributeName, number>
  return { count: pictures.length, means }
}

interface Asked {
  readonly attribute: AttributeName
  /** Positive where more is wished. */
  readonly lean: number
  readonly words: string
}

/** One phrase for each attribute, from all that was wished about it, the most wished first. */
function askedFor(wishes: readonly Wish[]): readonly Asked[] {
  return attributes
    .flatMap((attribute): readonly Asked[] => {
      const about = wishes.filter((wish) => wish.attribute === attribute.name)
      const strength = about.reduce((sum, wish) => sum + wish.strength, 0)
      const lean = about.reduce((sum, wish) => sum + wish.strength * leanOf(wish), 0)
      // Wishes that contradict each other cancel out and are not worth a word.
      if (strength === 0 || Math.abs(lean) < 0.15 * strength) return []
      const words = `${adverb(Math.abs(lean) / strength)}${lean > 0 ? attribute.high : attribute.low}`
      return [{ attribute: attribute.name, lean, words }]
    })
    .sort((one, other) => Math.abs(other.lean) - Math.abs(one.lean))
    .slice(0, wordsMax)
}

/** How far the middle of the wished range lies from the usual: −1 to 1. */
function leanOf({ attribute, low, high }: Wish): number {
  return shareUnder(attribute, low) + shareUnder(attribute, high) - 1
}

function adverb(lean: number): string {
  if (lean < 0.4) return 'rather '
  return lean > 0.7 ? 'very ' : ''
}

function grounds(liked: Group | undefined, disliked: Group | undefined): string {
  const counts = [
    liked === undefined ? '' : `${liked.count} liked`,
    disliked === undefined ? '' : `${disliked.count} disliked`,
  ].filter((count) => count !== '')
  return `Going by ${counts.join(' and ')} example${(liked?.count ?? 0) + (disliked?.count ?? 0) === 1 ? '' : 's'},`
}

/** The other side of what was asked for and learned, where the two do not contradict each other. */
function avoidance(asked: readonly Asked[], learned: readonly Tendency[]): string {
  const leans = [
    ...asked.map(({ attribute, lean }) => [attribute, lean] as const),
    ...learned.map(({ attribute, effect }) => [attribute, effect] as const),
  ]
  const words = attributes.flatMap(({ name, low, high }) => {
    const about = leans.filter(([attribute]) => attribute === name).map(([, lean]) => Math.sign(lean))
    const side = about[0]
    if (side === undefined || about.some((sign) => sign !== side)) return []
    if (side > 0) return amounts.has(name) ? [] : [low]
    return [high]
  })
  return words.length === 0 ? '' : `Avoid what is ${list(words.slice(0, wordsMax), 'or')}.`
}

function quotation(texts: readonly string[]): string {
  // A quoted text must not end its own quotation.
  const quotes = texts.map((text) => clip(text, quoteLengthMax).replace(/[“”]/g, "'")).filter((text) => text !== '')
  const quoted = quotes.slice(0, quotesMax).map((text) => `“${text}”`)
  const more = quotes.length > quotesMax ? `, and ${quotes.length - quotesMax} more` : ''
  return quoted.length === 0 ? '' : `In the owner's own words: ${quoted.join(', ')}${more}.`
}

function list(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`
}

function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}

/** One line, cut between characters and not inside one. */
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
