import { quantileOf } from '../attributes/quantiles.ts'
import type { AttributeName } from '../attributes.ts'
import type { Degree, Negation } from './grammar.ts'
import type { AttributeTarget } from './words.ts'

/** A desired range of an attribute, the strength of the wish, and the phrase that expresses it. */
export interface Wish {
  readonly attribute: AttributeName
  readonly low: number
  readonly high: number
  readonly strength: number
  readonly phrase: string
  /** Present if the phrase names what is not wanted: "no clutter". */
  readonly isUnwanted?: true
}

/** What modifies a phrase: "very" (degree), "no" (negation), "too" (excess). */
export interface Modifiers {
  readonly negation?: Negation | undefined
  readonly degree?: Degree | undefined
  readonly excess?: boolean | undefined
  /** "Lack of contrast", "not enough contrast". */
  readonly lack?: boolean | undefined
  /** "It may be dark": neither wanted nor, unless negated, unwanted. */
  readonly allowed?: boolean | undefined
}

interface Band {
  readonly from: number
  readonly to: number
  readonly strength: number
}

/** Bounds are percentile ranks: "bright" is brighter than 60 % of typical pictures. */
const wanted: Readonly<Record<Degree | 'plain', Band>> = {
  slight: { from: 0.5, to: 0.8, strength: 0.7 },
  moderate: { from: 0.35, to: 0.65, strength: 0.7 },
  plain: { from: 0.6, to: 1, strength: 1 },
  more: { from: 0.55, to: 1, strength: 0.9 },
  strong: { from: 0.75, to: 1, strength: 1.4 },
}
const unwanted: Readonly<Record<Negation | 'excess' | 'strong', Band>> = {
  not: { from: 0, to: 0.45, strength: 0.9 },
  avoid: { from: 0, to: 0.35, strength: 1.1 },
  less: { from: 0, to: 0.45, strength: 0.9 },
  excess: { from: 0, to: 0.65, strength: 0.7 },
  strong: { from: 0, to: 0.6, strength: 0.6 },
}

/** Rejecting a style may mean any of its attributes, so each counts less. */
const rejectedPartWeight = 0.6

/** Longer phrases are truncated. */
export const phraseCharactersMax = 80

export function wishesFor(targets: readonly AttributeTarget[], modifiers: Modifiers, phrase: string): readonly Wish[] {
  if (modifiers.allowed && modifiers.negation === undefined) return []
  const band = bandFor(modifiers)
  const isRejected = modifiers.negation !== undefined || modifiers.excess === true
  const weight = (isRejected && targets.length > 1 ? rejectedPartWeight : 1) / Math.sqrt(targets.length)
  return kept(targets, isRejected).map((target) => ({
    ...wishFor(target, band, weight, phrase),
    ...(isRejected && { isUnwanted: true }),
  }))
}

/**
 * The opposite of a style's attribute may be a fault: rejecting "corporate" does not ask for neon. So rejecting a style
 * never asks for a fault if the style has other attributes.
 */
function kept(targets: readonly AttributeTarget[], isRejected: boolean): readonly AttributeTarget[] {
  return isRejected && targets.length > 1 ? targets.filter((target) => !faultless.has(target)) : targets
}

/** Attributes whose opposite is a fault. */
const faultless: ReadonlySet<AttributeTarget> = new Set([
  '-neon',
  '+balance',
  '+palette_harmony',
  '+figure_ground_contrast',
])

/** Wishes around a point on a scale from 0 to 1. Ranges are open at the ends of the scale. */
export function wishesAtLevel(targets: readonly AttributeTarget[], level: number, phrase: string): readonly Wish[] {
  const band = {
    from: level <= 0.25 ? 0 : Math.min(0.75, level - 0.2),
    to: level >= 0.75 ? 1 : Math.max(0.25, level + 0.2),
    strength: 0.5 + Math.abs(level - 0.5),
  }
  const weight = 1 / Math.sqrt(targets.length)
  return kept(targets, level < 0.5).map((target) => wishFor(target, band, weight, phrase))
}

function bandFor({ negation, degree, excess }: Modifiers): Band {
  if (negation === undefined) return excess === true ? unwanted.less : wanted[degree ?? 'plain']
  if (excess === true) return unwanted.excess
  return degree === 'strong' ? unwanted.strong : unwanted[negation]
}

function wishFor(target: AttributeTarget, band: Band, weight: number, phrase: string): Wish {
  const attribute = target.slice(1) as AttributeName
  const [from, to] = target.startsWith('+') ? [band.from, band.to] : [1 - band.to, 1 - band.from]
  return {
    attribute,
    low: round(quantileOf(attribute, from)),
    high: round(quantileOf(attribute, to)),
    strength: round(band.strength * weight),
    phrase: clipped(phrase),
  }
}

/** Every explanation repeats the phrases, and an answer can be one phrase of thousands of words. */
function clipped(phrase: string): string {
  if (phrase.length <= phraseCharactersMax) return phrase
  const characters = [...phrase.slice(0, 2 * phraseCharactersMax + 2)]
  return characters.length > phraseCharactersMax ? `${characters.slice(0, phraseCharactersMax - 1).join('')}…` : phrase
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
