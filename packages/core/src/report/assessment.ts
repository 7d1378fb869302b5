import type { Verdict } from '../taste/verdict/threshold-schema.ts'
import { refusalOf, suitWords } from './verdict-words.ts'

/** What pictures must reach. */
export interface Gate {
  /** The lowest score for a picture that has no earlier score. */
  readonly min?: number | undefined
  /** How far a picture may fall below its earlier score. */
  readonly drop?: number
  /** A picture that cannot be scored does not count. */
  readonly allowFailures?: boolean
}

/** A picture that was scored in one dimension, or why it was not. */
export interface ScoredPicture {
  readonly name: string
  readonly score?: number
  readonly error?: string
  /** Whether a gate may trust the score. */
  readonly verdict?: Pick<Verdict, 'decision' | 'certainty' | 'unsure' | 'novelty' | 'problem'> | undefined
  /** How it scored before. */
  readonly before?: number | undefined
  /** An address that anyone can read. */
  readonly thumbnailUrl?: string | undefined
}

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
  const { verdict } = picture
  const assessment = assessScore(picture, gate)
  return verdict?.unsure && gate.min !== undefined
    ? { ...assessment, warning: `${suitWords(verdict, false)} (certainty ${verdict.certainty.toFixed(2)})` }
    : assessment
}

function assessScore(picture: ScoredPicture, { min, drop = dropDefault, allowFailures = false }: Gate): Assessment {
  const { score, before, error } = picture
  if (score === undefined) {
    return { ...picture, outcome: allowFailures ? 'skipped' : 'failed', reason: error ?? 'it has no score' }
  }
  const refusal = min !== undefined && picture.verdict ? refusalOf(picture.verdict) : undefined
  if (refusal !== undefined) return { ...picture, outcome: 'low', reason: refusal }
  if (before !== undefined) {
    return hasFallen(before, score, drop)
      ? { ...picture, outcome: 'fell', reason: `fell from ${before.toFixed(4)}` }
      : { ...picture, outcome: 'passed' }
  }
  if (min !== undefined && score < min) return { ...picture, outcome: 'low', reason: `below ${min}` }
  return { ...picture, outcome: 'passed' }
}

export function isRefused({ outcome }: Assessment): boolean {
  return outcome === 'low' || outcome === 'fell'
}

/** In millionths: 0.75 - 0.7 is slightly more than 0.05. */
function hasFallen(before: number, score: number, drop: number): boolean {
  return Math.round((before - score) * 1e6) > Math.round(drop * 1e6)
}
