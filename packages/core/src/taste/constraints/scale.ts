import { type Wish, wishesAtLevel } from './ranges.ts'
import type { Mention } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

/** The wishes in an answer that is a point on a scale from 0 to 1. At the low end, the phrase is unwanted. */
export function wishesOnScale(
  mentions: readonly Mention[],
  question: string,
  level: number,
  answer: string,
): readonly Wish[] {
  const low = lowEndOf(mentions, question)
  return mentions.flatMap((mention) => {
    const { targets, modifiers, bare } = mention
    const isReversed = (mention === low) !== (modifiers.negation !== undefined)
    return wishesAtLevel(targets, isReversed ? 1 - level : level, `${bare}: ${answer}`)
  })
}

/** Reads "8/10", "7 out of 10", "70 %", or a bare number whose scale the question gives. The pattern is bounded. */
export function scalePoint(question: string, answer: string): number | undefined {
  const match = /^(\d{1,3}(?:[.,]\d{1,3})?) {0,2}(?:(%|percent)|(?:\/|out of|of) {0,2}(\d{1,3}))?$/.exec(answer.trim())
  if (match === null) return undefined
  const value = Number((match[1] ?? '').replace(',', '.'))
  if (match[2] !== undefined) return value <= 100 ? value / 100 : undefined
  const questionScale = askedScale(question)
  const low = match[3] === undefined ? (questionScale?.low ?? 0) : 0
  const high = match[3] === undefined ? (questionScale?.high ?? bareScale(value)) : Number(match[3])
  return Number.isFinite(high) && high > low && value >= low && value <= high ? (value - low) / (high - low) : undefined
}

/** The smallest and largest number in the question, if the smallest is 0 or 1: "from 1 (minimal) to 10 (ornate)". */
function askedScale(question: string) {
  const ends = numbersIn(question).map(numberOf)
  // Not `Math.min(...ends)`: a question may contain more numbers than a call can take arguments.
  const low = ends.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = ends.reduce((most, value) => Math.max(most, value), 0)
  return low <= 1 && high > low ? { low, high } : undefined
}

/** A bare 6 to 10, or 0, is out of 10 and a larger number out of 100; 1 to 5 could be out of 5 or 10 and is not guessed. */
function bareScale(value: number): number {
  if (value > 10) return 100
  return value > 5 || value === 0 ? 10 : Number.NaN
}

/** The phrase at the low end: the one next to the smallest number, or the first of "minimal to ornate". */
function lowEndOf(mentions: readonly Mention[], question: string): Mention | undefined {
  const numbers = numbersIn(question)
  // A real scale has few phrases, and comparing all pairs is quadratic.
  if (mentions.length > phrasesOnScaleMax || numbers.length > phrasesOnScaleMax) return undefined
  const questionScale = askedScale(question)
  const lows = numbers.filter((number) => numberOf(number) === questionScale?.low)
  const highs = numbers.filter((number) => numberOf(number) === questionScale?.high)
  const after = (ends: readonly Token[]) => mentions.find((one) => ends.some((end) => isLabel(question, end, one)))
  const before = (ends: readonly Token[]) => mentions.find((one) => ends.some((end) => isLabel(question, one, end)))
  const named = after(lows)
  if (named !== undefined) return named
  const low = before(lows)
  const high = after(highs) ?? before(highs)
  // In "How warm, 1 to 10?" the word before the 1 is the subject and not an end.
  if (low !== undefined && high !== undefined && low !== high) return low
  return high === undefined || mentions.length === 2 ? firstOfTwoEnds(mentions, question) : undefined
}

const phrasesOnScaleMax = 20

interface Part {
  readonly start: number
  readonly end: number
}

/** "1 (minimal)", "1 = minimal", "1 is very dark", "minimal (1)". */
function isLabel(question: string, first: Part, second: Part): boolean {
  const gap = second.start - first.end
  if (gap < 0 || gap > gapCharactersMax) return false
  return /^[\s(=:]*(?:(?:is|means|being|for|as|not|not at all|no|very|really|extremely|most|totally|completely|the|a)[\s(=:]+)*$/i.test(
    question.slice(first.end, second.start),
  )
}

const gapCharactersMax = 24

/** The first of two phrases that are the ends of a scale: "minimal to ornate", "dark – light", "calm or lively". */
function firstOfTwoEnds(mentions: readonly Mention[], question: string): Mention | undefined {
  return mentions.find((one, i) => {
    const next = mentions[i + 1]
    if (next === undefined || next.start - one.end > gapCharactersMax) return false
    return /^[\s)]*(?:to|or|vs|versus|through|[–—/.…→-]+|->)[\s(]*(?:very|really|extremely)?[\s(]*$/i.test(
      question.slice(one.end, next.start),
    )
  })
}

function numbersIn(question: string): readonly Token[] {
  return tokensOf(question).filter(({ word }) => /^[0-9]{1,3}$/.test(word))
}

function numberOf({ word }: Token): number {
  return Number(word)
}
