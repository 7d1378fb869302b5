import type { Verdict } from '../taste/verdict/threshold-schema.ts'
import { closeWords, isClose, refusalOf } from './verdict-words.ts'

/** What pictures must reach. */
export interface Gate {
  /** The lowest score for a picture that has no earlier score. */
  readonly min?: number | undefined
  /** How far a picture may fall below its earlier score. */
  readonly drop?: number
  /** A picture that cannot be scored does not count. */
  readonly allowFailures?: boolean
  /** A picture that is close to the minimum passes with a warning. */
  readonly allowClose?: boolean
}

/** A picture that was scored in one dimension, or why it was not. */
export interface ScoredPicture {
  readonly name: string
  readonly score?: number
  readonly error?: string
  /** Whether a gate may trust the score, and why it is what it is. */
  readonly verdict?: GateVerdict | undefined
  /** How it scored before. */
  readonly before?: number | undefined
  /** An address that anyone can read. */
  readonly thumbnailUrl?: string | undefined
  /** Of the earlier picture. */
  readonly beforeThumbnailUrl?: string | undefined
  /** The page of the dashboard where a person says whether it is fine. */
  readonly pageUrl?: string | undefined
}

type GateVerdict = Pick<Verdict, 'decision' | 'unsure' | 'novelty' | 'problem' | 'pass'> &
  Partial<Readonly<Record<'differences' | 'suggestions', readonly string[]>>>

export interface Assessment extends ScoredPicture {
  readonly outcome: 'passed' | 'low' | 'fell' | 'failed' | 'skipped'
  /** Why it did not pass. */
  readonly reason?: string
  /** Why a person should look at it, although it passed or failed. */
  readonly warning?: string
}

export const dropDefault = 0.05

/** A picture with an earlier score is compared with it; only others must reach the minimum. */
export function assess(picture: ScoredPicture, gate: Gate): Assessment {
  const { score, before, error, verdict } = picture
  const { min, drop = dropDefault, allowFailures = false, allowClose = false } = gate
  if (score === undefined) {
    return { ...picture, outcome: allowFailures ? 'skipped' : 'failed', reason: error ?? 'it has no score' }
  }
  const refusal = min !== undefined && verdict ? refusalOf(verdict) : undefined
  if (refusal !== undefined) return { ...picture, outcome: 'low', reason: refusal }
  if (before !== undefined) {
    return hasFallen(before, score, drop)
      ? { ...picture, outcome: 'fell', reason: `fell from ${before.toFixed(4)}` }
      : { ...picture, outcome: 'passed' }
  }
  if (min === undefined) return { ...picture, outcome: 'passed' }
  const warning = isClose(score, min, verdict) ? { warning: closeWords(score, min) } : {}
  const isLow = score < min && !(allowClose && warning.warning !== undefined)
  return isLow
    ? { ...picture, outcome: 'low', reason: `below ${min}`, ...warning }
    : { ...picture, outcome: 'passed', ...warning }
}

/** Why an assessment is what it is: its reason, the verdict, how the picture differs, and what would help. */
export function describeAssessment(assessment: Assessment): readonly string[] {
  const { outcome, reason, warning, verdict, score } = assessment
  const words = [...(reason === undefined ? [] : [reason]), ...(warning === undefined ? [] : [warning])]
  if (words.length === 0 || score === undefined || !verdict) return words
  const { decision, differences = [], suggestions = [] } = verdict
  const isSaid = outcome === 'passed'
  return [
    ...words,
    ...(isSaid ? [] : [`verdict: ${decision}`]),
    ...differences,
    ...suggestions.map((text) => `→ ${text}`),
  ]
}

/** The same as plain text, with the address of the page where a person says what is right. */
export function describeInText(assessment: Assessment): readonly string[] {
  const { pageUrl } = assessment
  return [...describeAssessment(assessment), ...(pageUrl === undefined ? [] : [`Fine or wrong? ${pageUrl}`])]
}

export function isRefused({ outcome }: Assessment): boolean {
  return outcome === 'low' || outcome === 'fell'
}

/** In millionths: 0.75 - 0.7 is slightly more than 0.05. */
function hasFallen(before: number, score: number, drop: number): boolean {
  return Math.round((before - score) * 1e6) > Math.round(drop * 1e6)
}
