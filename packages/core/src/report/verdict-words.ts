import type { Problem } from '../taste/novelty/problem.ts'
import { noveltyMax } from '../taste/verdict/certainty.ts'
import type { Verdict } from '../taste/verdict/threshold-schema.ts'
import { isAboutPicture, type Reason } from './reasons.ts'

/** From here on a decision is said without reserve. */
const plainFrom = 0.9

/** Whether a picture suits a profile, as sure as the verdict is: "probably does not suit". */
export function suitWords({ certainty, unsure }: Pick<Verdict, 'certainty' | 'unsure'>, suits: boolean): string {
  if (unsure) return 'could go either way'
  const words = suits ? 'suits' : 'does not suit'
  return certainty < plainFrom ? `probably ${words}` : words
}

/** No score is more exact than this. */
const closeMargin = 0.01

/**
 * Whether a score is so close to the minimum that a person should look: no farther from it than it is from a threshold
 * about which the verdict is unsure.
 */
export function isClose(score: number, min: number, verdict?: Pick<Verdict, 'unsure' | 'pass'>): boolean {
  const distance = Math.abs(score - min)
  const unsureWithin = verdict?.unsure ? Math.abs(score - verdict.pass) : 0
  return inMillionths(distance) <= inMillionths(Math.max(closeMargin, unsureWithin))
}

/** 0.5 - 0.49 is slightly more than 0.01. */
function inMillionths(value: number): number {
  return Math.round(value * 1e6)
}

/** "0.49 against 0.50: close; a person should look". */
export function closeWords(score: number, min: number): string {
  const isTold = score.toFixed(2) !== min.toFixed(2) || score === min
  const [left, right] = [score, min].map((value) => value.toFixed(isTold ? 2 : 4))
  return `${left} against ${right}: close; a person should look`
}

/** Why a gate never lets a picture pass, whatever its score. */
export function refusalOf({ decision, problem, novelty }: Pick<Verdict, 'decision' | 'problem' | 'novelty'>) {
  if (problem !== undefined && decision !== 'pass') return refusals[problem]
  return novelty >= noveltyMax ? 'unlike anything judged' : undefined
}

const refusals: Readonly<Record<Problem, string>> = {
  blank: 'blank',
  noise: 'noise',
  unstyled: 'without its style sheet',
  error_page: 'an error page',
}

const differencesShownMax = 2
const strengthsShownMax = 3

type Told = Pick<Verdict, 'decision' | 'unsure' | 'differences'> & Partial<Pick<Verdict, 'problem' | 'novelty'>>

/**
 * The differences that matter for a decision, at most two. A picture that surely passes differs too, but nobody needs to
 * know: only what makes it unusable or unknown, which the verdict says first, is left of its differences.
 */
export function differencesThatMatter({
  decision,
  unsure,
  differences,
  problem,
  novelty = 0,
}: Told): readonly string[] {
  const doubts = Number(problem !== undefined) + Number(novelty >= noveltyMax)
  return differences.slice(0, decision === 'pass' && !unsure ? doubts : differencesShownMax)
}

/** What raised a score most, without what says nothing about the picture itself. */
export function strengthsIn(reasons: readonly Reason[]): readonly string[] {
  return reasons
    .filter(({ text, effect = 0 }) => effect > 0 && isAboutPicture(text))
    .slice(0, strengthsShownMax)
    .map(({ text }) => text)
}
