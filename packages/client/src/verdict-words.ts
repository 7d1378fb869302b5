import * as words from '@palate/core/report/verdict-words.ts'
import type { Verdict } from './api-types.ts'

// Declared here with the types of this package, because its declarations cannot name those of another.

/** Whether a picture suits a profile, as sure as the verdict is: "probably does not suit". */
export function suitWords(verdict: Pick<Verdict, 'certainty' | 'unsure'>, suits: boolean): string {
  return words.suitWords(verdict, suits)
}

/** Why a gate never lets a picture pass, whatever its score; undefined if it may. */
export function refusalOf(verdict: Pick<Verdict, 'decision' | 'problem' | 'novelty'>): string | undefined {
  return words.refusalOf(verdict)
}

/** Whether a score is so close to the minimum that a person should look. */
export function isClose(score: number, min: number, verdict?: Pick<Verdict, 'unsure' | 'pass'>): boolean {
  return words.isClose(score, min, verdict)
}

/** "0.49 against 0.50: close; a person should look". */
export function closeWords(score: number, min: number): string {
  return words.closeWords(score, min)
}
