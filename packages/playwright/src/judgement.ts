import { closeWords, suitWords } from '@palate/client/verdict-words.ts'

/** What a picture is measured against. */
export interface SuitOptions {
  /** The id or name of a profile. Default: `PALATE_PROFILE`, else the profile of the nearest `palate.json`. */
  readonly profile?: string
  /** The lowest score that suits, from 0 to 1. Default: the threshold of the profile. */
  readonly min?: number
  /** Whether a score below the minimum suits if it is close to it. Default: no. */
  readonly allowClose?: boolean
  /** Default: `aesthetics`. */
  readonly dimension?: string
}

/** How well a picture suits a profile, and why. */
export interface Judgement {
  readonly profile: string
  readonly dimension: string
  readonly score: number
  readonly min: number
  readonly suits: boolean
  /** The probability that the profile's own verdict is right, from 0.5 to 1. */
  readonly certainty?: number
  /** Whether the score is so close to the minimum that a person should look. */
  readonly close: boolean
  /** What no score makes up for, such as an error page. */
  readonly refusal?: string
  /** How the picture departs from what the profile likes, strongest first. */
  readonly differences: readonly string[]
  /** What to change. */
  readonly suggestions: readonly string[]
}

/** The judgement in words: for the report, and for a failed test. */
export function describeJudgement(judgement: Judgement): string {
  const { profile, dimension, score, min, suits, certainty = 1, close, refusal, differences, suggestions } = judgement
  const verdict = suitWords({ certainty, unsure: close }, suits)
  const warning = warningOf(judgement)
  return [
    `${dimension} ${score.toFixed(2)} (at least ${min.toFixed(2)}): ${verdict} ${profile}`,
    ...(warning === undefined ? [] : [`  ${warning}`]),
    ...(refusal === undefined ? [] : [`  It is ${refusal}: no score makes up for that.`]),
    ...differences.map((difference) => `  ${difference}`),
    ...suggestions.map((suggestion) => `  → ${suggestion}`),
  ].join('\n')
}

/** Why a person should look, although the picture suits or does not. */
export function warningOf({ close, score, min }: Judgement): string | undefined {
  return close ? closeWords(score, min) : undefined
}

/** The message of an assertion that failed. */
export function failureMessage(judgement: Judgement, isNot: boolean): string {
  return `expected the screenshot ${isNot ? 'not ' : ''}to suit the profile\n\n${describeJudgement(judgement)}`
}
