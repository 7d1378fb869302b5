import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Wish } from '../constraints.ts'
import { implied, onceOnly, phrases } from './phrases.ts'
import { type Group, rankOf, tendencies } from './tendencies.ts'

export interface TasteEvidence {
  readonly wishes: readonly Wish[]
  readonly liked?: Group | undefined
  readonly disliked?: Group | undefined
}

/** Short phrases, strongest first. No phrase repeats or contradicts another one. */
export interface AimAndAvoid {
  readonly aim: readonly string[]
  readonly avoid: readonly string[]
}

/** What to aim for and what to avoid, in words that fit "Aim for …" and "Avoid …". `except`: what is said elsewhere. */
export function aimAndAvoid(evidence: TasteEvidence, except: ReadonlySet<AttributeName> = new Set()): AimAndAvoid {
  const leanings = leaningsOf(evidence).filter(({ attribute }) => !except.has(attribute))
  return {
    aim: leanings.filter(isAim).map((leaning) => phraseOf(leaning, leaning.sign)),
    avoid: leanings.filter((leaning) => !isAim(leaning)).map((leaning) => phraseOf(leaning, -leaning.sign)),
  }
}

/** A direction in which pictures should differ from typical ones. */
interface Leaning {
  readonly attribute: AttributeName
  readonly sign: 1 | -1
  readonly strength: number
  /** How far from typical pictures, 0 to 1; undefined if it was learned from pictures, where it is only a tendency. */
  readonly degree?: number
  /** Whether it was expressed by what is unwanted. */
  readonly isUnwanted: boolean
}

/** At most one for each attribute, strongest first. What was said outranks what pictures show. */
function leaningsOf({ wishes, liked, disliked }: TasteEvidence): readonly Leaning[] {
  const said = saidLeanings(wishes)
  const shown = shownLeanings(liked, disliked)
  const strengthened = said.map((leaning) => {
    const same = shown.find(({ attribute, sign }) => attribute === leaning.attribute && sign === leaning.sign)
    return same ? { ...leaning, strength: leaning.strength + same.strength } : leaning
  })
  // A wish for a middling amount, or for both sides, leaves nothing to learn.
  const spoken = new Set(wishes.map(({ attribute }) => attribute))
  const leanings = [...strengthened, ...shown.filter(({ attribute }) => !spoken.has(attribute))]
  const kept: Leaning[] = []
  for (const leaning of leanings.toSorted((one, other) => other.strength - one.strength))
    if (!kept.some((stronger) => excludes(stronger, leaning))) kept.push(leaning)
  return kept
}

function isAim({ attribute, sign, isUnwanted }: Leaning): boolean {
  if (phrases[attribute].low === undefined) return sign > 0
  return !isUnwanted
}

function phraseOf({ attribute, sign, degree }: Leaning, side: number): string {
  const { low, high } = phrases[attribute]
  const phrase = side > 0 ? high : (low ?? high)
  // "Avoid very dark tones" would allow dark ones.
  return phrase.replace('*', side === sign ? adverb(degree) : '')
}

function adverb(degree = 0.5): string {
  if (degree < 0.4) return 'slightly '
  return degree > 0.7 ? 'very ' : ''
}

/** Combines all wishes about each attribute. Wishes that contradict each other cancel out. */
function saidLeanings(wishes: readonly Wish[]): readonly Leaning[] {
  return attributes.flatMap(({ name }): readonly Leaning[] => {
    const about = wishes.filter((wish) => wish.attribute === name)
    const total = sum(about.map(({ strength }) => strength))
    const direction = sum(about.map((wish) => wish.strength * directionOf(wish)))
    if (total === 0 || Math.abs(direction) < 0.15 * total) return []
    const unwanted = sum(about.map(({ strength, isUnwanted }) => (isUnwanted ? strength : 0)))
    return [
      {
        attribute: name,
        sign: direction > 0 ? 1 : -1,
        strength: toTwoDecimals(Math.abs(direction)),
        degree: Math.abs(direction) / total,
        isUnwanted: unwanted > total / 2,
      },
    ]
  })
}

/** The distance of the middle of the desired range from the median, in percentile ranks: −1 to 1. */
function directionOf({ attribute, low, high }: Wish): number {
  return percentileRank(attribute, low) + percentileRank(attribute, high) - 1
}

/** What is typical of the liked pictures is an aim, and what is typical of the disliked ones is to be avoided. */
function shownLeanings(liked: Group | undefined, disliked: Group | undefined): readonly Leaning[] {
  return (
    tendencies(liked, disliked)
      .filter(({ attribute }) => !couldBeChance(attribute, liked, disliked))
      // Most pictures have hardly any purple, so its absence says nothing unless the disliked ones have it.
      .filter(({ attribute, effect }) => effect > 0 || phrases[attribute].low || rankOf(disliked, attribute) > 0.5)
      .map(({ attribute, effect }) => ({
        attribute,
        sign: effect > 0 ? 1 : -1,
        strength: toTwoDecimals(Math.abs(effect)),
        isUnwanted: Math.abs(rankOf(disliked, attribute) - 0.5) > Math.abs(rankOf(liked, attribute) - 0.5),
      }))
  )
}

/** The spread of typical pictures. */
const typicalSpread = 0.29
/** A few pictures that happen to be alike do not show how much others vary. */
const spreadMin = 0.1

/** Whether the difference between the groups is within two standard errors. */
function couldBeChance(attribute: AttributeName, liked: Group | undefined, disliked: Group | undefined): boolean {
  const variances = [liked, disliked].flatMap((group) => {
    if (group === undefined) return []
    const spread = group.count > 1 ? (group.spreads?.[attribute] ?? typicalSpread) : typicalSpread
    return [Math.max(spread, spreadMin) ** 2 / group.count]
  })
  return Math.abs(rankOf(liked, attribute) - rankOf(disliked, attribute)) < 2 * Math.sqrt(sum(variances))
}

function excludes(stronger: Leaning, weaker: Leaning): boolean {
  const isLearned = weaker.degree === undefined
  return (
    onceOnly.some(([a, b]) => matches(a, b, stronger, weaker) || matches(b, a, stronger, weaker)) ||
    (isLearned && implied.some(([a, b]) => matches(a, b, stronger, weaker)))
  )
}

function matches(first: string, second: string, one: Leaning, other: Leaning): boolean {
  return isAbout(first, one) && isAbout(second, other)
}

function isAbout(pattern: string, { attribute, sign }: Leaning): boolean {
  return pattern === attribute || pattern === `${sign > 0 ? '+' : '-'}${attribute}`
}

/** Strengths that differ by rounding errors are equal. */
function toTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
