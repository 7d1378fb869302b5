import { type AttributeName, attributes } from '../attributes/catalogue.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Wish } from '../constraints.ts'
import { type Evidence, noTendencies, type Tendencies } from '../tendencies/tendencies.ts'
import { implied, onceOnly, phrases, phrasesFor } from './phrases.ts'

export interface TasteEvidence {
  readonly wishes: readonly Wish[]
  readonly tendencies?: Tendencies
}

/** Something to aim for or to avoid. */
export interface Advice {
  readonly phrase: string
  readonly attribute: AttributeName
  readonly isAim: boolean
  /** Absent if only the owner's words say so. */
  readonly evidence?: Evidence
}

/** Short phrases, strongest first. No phrase repeats or contradicts another one. */
export interface AimAndAvoid {
  readonly aim: readonly string[]
  readonly avoid: readonly string[]
}

/** What to aim for and what to avoid, in words that fit "Aim for …" and "Avoid …". `except`: what is said elsewhere. */
export function aimAndAvoid(evidence: TasteEvidence, except: ReadonlySet<AttributeName> = new Set()): AimAndAvoid {
  const advice = adviceFrom(evidence).filter(({ attribute }) => !except.has(attribute))
  const phrasesOf = (wanted: boolean) => advice.filter(({ isAim }) => isAim === wanted).map(({ phrase }) => phrase)
  return { aim: phrasesOf(true), avoid: phrasesOf(false) }
}

/** The same with the evidence for each, strongest first. */
export function adviceFrom(evidence: TasteEvidence): readonly Advice[] {
  const { tendencies: { kind } = noTendencies } = evidence
  return leaningsOf(evidence).map((leaning) => {
    const { attribute, sign, isUnwanted, evidence: shown } = leaning
    const { low, high, notLow } = phrasesFor(attribute, kind)
    const base = { attribute, ...(shown && { evidence: shown }) }
    if (isUnwanted && sign > 0 && notLow !== undefined) return { ...base, phrase: notLow, isAim: true }
    const isAim = low === undefined ? sign > 0 : !isUnwanted
    const side = isAim ? sign : -sign
    const phrase = side > 0 ? high : (low ?? high)
    // "Avoid very dark tones" would allow dark ones.
    return { ...base, isAim, phrase: phrase.replace('*', isAim ? adverb(leaning.degree) : '') }
  })
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
  readonly evidence?: Evidence
}

/** At most one for each attribute, strongest first. What was said outranks what pictures show. */
function leaningsOf({ wishes, tendencies = noTendencies }: TasteEvidence): readonly Leaning[] {
  const said = saidLeanings(wishes)
  const shown = shownLeanings(tendencies)
  const strengthened = said.map((leaning) => {
    const same = shown.find(({ attribute, sign }) => attribute === leaning.attribute && sign === leaning.sign)
    return same?.evidence
      ? { ...leaning, strength: leaning.strength + same.strength, evidence: same.evidence }
      : leaning
  })
  // A wish for a middling amount, or for both sides, leaves nothing to learn.
  const spoken = new Set(wishes.map(({ attribute }) => attribute))
  const leanings = [...strengthened, ...shown.filter(({ attribute }) => !spoken.has(attribute))]
  const kept: Leaning[] = []
  for (const leaning of leanings.toSorted((one, other) => other.strength - one.strength))
    if (!kept.some((stronger) => excludes(stronger, leaning))) kept.push(leaning)
  return kept
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

/** What is typical of the good pictures is an aim, and what is typical of the bad ones is to be avoided. */
function shownLeanings({ list }: Tendencies): readonly Leaning[] {
  const distance = (rank = 0.5) => Math.abs(rank - 0.5)
  return (
    list
      // Most pictures have hardly any purple, so its absence says nothing unless the bad ones have it.
      .filter(({ attribute, wantsMore, bad = 0.5 }) => wantsMore || phrases[attribute].low || bad > 0.5)
      .map(({ attribute, wantsMore, effect, good, bad, evidence }) => ({
        attribute,
        sign: wantsMore ? 1 : -1,
        strength: toTwoDecimals(Math.abs(effect)),
        isUnwanted: distance(bad) > distance(good),
        evidence,
      }))
  )
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
