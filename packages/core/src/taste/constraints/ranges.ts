import { valueAtShare } from '../attributes/typical.ts'
import type { AttributeName } from '../attributes.ts'
import type { Degree, Negation } from './grammar.ts'
import type { Lean } from './vocabulary.ts'

/** A range of an attribute that somebody wishes for, how much they mean it, and the words in which they said so. */
export interface Wish {
  readonly attribute: AttributeName
  readonly low: number
  readonly high: number
  readonly strength: number
  readonly phrase: string
}

/** How a phrase was meant: with what degree, whether it was turned down, and whether only its excess was. */
export interface Manner {
  readonly negation?: Negation | undefined
  readonly degree?: Degree | undefined
  readonly excess?: boolean | undefined
}

interface Band {
  readonly from: number
  readonly to: number
  readonly strength: number
}

/** Shares of usual pictures: "bright" is brighter than 60 of a hundred. */
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

/** A style that is turned down may miss in any of its parts, so each part is meant less. */
const turnedDownPart = 0.6

export function wishesFor(leans: readonly Lean[], manner: Manner, phrase: string): readonly Wish[] {
  const band = bandFor(manner)
  const turnedDown = manner.negation !== undefined || manner.excess === true
  const share = (turnedDown && leans.length > 1 ? turnedDownPart : 1) / Math.sqrt(leans.length)
  return leans.map((lean) => wishFor(lean, band, share, phrase))
}

/** A point on a scale from 0 to 1 with room to both sides; the ends of the scale are open. */
export function wishesAtLevel(leans: readonly Lean[], level: number, phrase: string): readonly Wish[] {
  const band = {
    from: level <= 0.25 ? 0 : Math.min(0.75, level - 0.2),
    to: level >= 0.75 ? 1 : Math.max(0.25, level + 0.2),
    strength: 0.5 + Math.abs(level - 0.5),
  }
  return leans.map((lean) => wishFor(lean, band, 1 / Math.sqrt(leans.length), phrase))
}

function bandFor({ negation, degree, excess }: Manner): Band {
  if (negation === undefined) return excess === true ? unwanted.less : wanted[degree ?? 'plain']
  if (excess === true) return unwanted.excess
  return degree === 'strong' ? unwanted.strong : unwanted[negation]
}

function wishFor(lean: Lean, band: Band, share: number, phrase: string): Wish {
  const attribute = lean.slice(1) as AttributeName
  const [from, to] = lean.startsWith('+') ? [band.from, band.to] : [1 - band.to, 1 - band.from]
  return {
    attribute,
    low: round(valueAtShare(attribute, from)),
    high: round(valueAtShare(attribute, to)),
    strength: round(band.strength * share),
    phrase,
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
