import { type AttributeName, attributes } from './attributes/catalogue.ts'
import { percentileRank } from './attributes/quantiles.ts'
import type { Measured } from './attributes.ts'
import type { Wish } from './constraints.ts'

/** The mean attributes of a group of pictures, and the number of pictures. */
export interface Group {
  readonly count: number
  readonly means: Measured
}

export interface Tendency {
  readonly attribute: AttributeName
  /** Difference in percentile ranks, −1 to 1, shrunk towards 0 for few pictures; positive if more of it is liked. */
  readonly effect: number
  /** The word for the side that is liked. */
  readonly word: string
}

export interface SummaryInput {
  readonly seed?: string | null
  readonly wishes: readonly Wish[]
  /** Answers, or parts of them, that do not mention attributes. The summary quotes them. */
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
/** With this many pictures the difference is shrunk by half. */
const halfShrinkageCount = 4
/** Attributes that can be absent from a picture. "Avoid what is without red" would make no sense. */
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

/** A paragraph for prompting an image model: what to aim for, what was liked, what to avoid. */
export function promptSummary({ seed, wishes, notUnderstood, liked, disliked }: SummaryInput): string {
  const { asked, learned, avoid } = directionsOf({ wishes, liked, disliked })
  const sentences = [
    sentence(clip(seed ?? '', seedLengthMax)),
    asked.length > 0 ? `Aim for pictures that are ${list(asked, 'and')}.` : '',
    learning(learned, liked, disliked),
    avoid.length > 0 ? `Avoid what is ${list(avoid, 'or')}.` : '',
    quotation(notUnderstood),
  ]
  const text = sentences.filter((part) => part !== '').join(' ')
  return clip(text, summaryLengthMax)
}

/** Short phrases, strongest first: what the answers ask for, what the pictures have in common, and what to avoid. */
export function directionsOf({ wishes, liked, disliked }: Pick<SummaryInput, 'wishes' | 'liked' | 'disliked'>) {
  const aims = aimsOf(wishes)
  const learned = tendencies(liked, disliked).slice(0, wordsMax)
  return {
    asked: aims.map(({ words }) => words),
    learned: learned.map(({ word }) => word),
    avoid: avoidance(aims, learned),
  }
}

/** How liked pictures differ from disliked ones, or from typical ones if only one group exists; the largest first. */
export function tendencies(liked: Group | undefined, disliked: Group | undefined): readonly Tendency[] {
  if (liked === undefined && disliked === undefined) return []
  const shrinkages = [liked, disliked].flatMap((group) =>
    group === undefined ? [] : [group.count / (group.count + halfShrinkageCount)],
  )
  const shrinkage = Math.min(...shrinkages)
  return attributes
    .map(({ name, low, high }): Tendency => {
      const likedRank = liked === undefined ? 0.5 : percentileRank(name, liked.means[name])
      const dislikedRank = disliked === undefined ? 0.5 : percentileRank(name, disliked.means[name])
      const effect = shrinkage * (likedRank - dislikedRank)
      return { attribute: name, effect, word: effect > 0 ? high : low }
    })
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
}

export function groupOf(pictures: readonly Measured[]): Group | undefined {
  if (pictures.length === 0) return undefined
  const mean = (name: AttributeName) => pictures.reduce((sum, measured) => sum + measured[name], 0) / pictures.length
  const means = Object.fromEntries(attributes.map(({ name }) => [name, mean(name)])) as Record<AttributeName, number>
  return { count: pictures.length, means }
}

interface Aim {
  readonly attribute: AttributeName
  /** Positive if more of the attribute is wanted, −1 to 1 times the strength. */
  readonly direction: number
  readonly words: string
}

/** Combines all wishes about each attribute into one phrase; the strongest first. */
function aimsOf(wishes: readonly Wish[]): readonly Aim[] {
  return attributes
    .flatMap((attribute): readonly Aim[] => {
      const about = wishes.filter((wish) => wish.attribute === attribute.name)
      const strength = about.reduce((sum, wish) => sum + wish.strength, 0)
      const direction = about.reduce((sum, wish) => sum + wish.strength * directionOf(wish), 0)
      // Wishes that contradict each other cancel out and are left out.
      if (strength === 0 || Math.abs(direction) < 0.15 * strength) return []
      const words = `${adverb(Math.abs(direction) / strength)}${direction > 0 ? attribute.high : attribute.low}`
      return [{ attribute: attribute.name, direction, words }]
    })
    .sort((one, other) => Math.abs(other.direction) - Math.abs(one.direction))
    .slice(0, wordsMax)
}

/** The distance of the middle of the desired range from the median, in percentile ranks: −1 to 1. */
function directionOf({ attribute, low, high }: Wish): number {
  return percentileRank(attribute, low) + percentileRank(attribute, high) - 1
}

function adverb(degree: number): string {
  if (degree < 0.4) return 'rather '
  return degree > 0.7 ? 'very ' : ''
}

/** A profile whose pictures were read always says so: few or ordinary pictures show no tendency. */
function learning(words: readonly string[], liked: Group | undefined, disliked: Group | undefined): string {
  if (liked === undefined && disliked === undefined) return ''
  const lesson = words.length > 0 ? `favour what is ${list(words, 'and')}` : 'nothing stands out yet'
  return `${evidence(liked, disliked)} ${lesson}.`
}

function evidence(liked: Group | undefined, disliked: Group | undefined): string {
  const counts = [
    liked === undefined ? '' : `${liked.count} liked`,
    disliked === undefined ? '' : `${disliked.count} disliked`,
  ].filter((count) => count !== '')
  return `Going by ${counts.join(' and ')} example${(liked?.count ?? 0) + (disliked?.count ?? 0) === 1 ? '' : 's'},`
}

/** The opposites of what was asked for and learned, unless the two contradict each other. */
function avoidance(aims: readonly Aim[], learned: readonly Tendency[]): readonly string[] {
  const directions = [
    ...aims.map(({ attribute, direction }) => [attribute, direction] as const),
    ...learned.map(({ attribute, effect }) => [attribute, effect] as const),
  ]
  const words = attributes.flatMap(({ name, low, high }) => {
    const about = directions.filter(([attribute]) => attribute === name).map(([, direction]) => Math.sign(direction))
    const side = about[0]
    if (side === undefined || about.some((sign) => sign !== side)) return []
    if (side > 0) return amounts.has(name) ? [] : [low]
    return [high]
  })
  return words.slice(0, wordsMax)
}

function quotation(texts: readonly string[]): string {
  // Quotation marks inside a quoted text must not end the quotation.
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
