import type { Problem } from '../taste/novelty/problem.ts'
import { noveltyMax } from '../taste/verdict/certainty.ts'
import type { Verdict } from '../taste/verdict/threshold-schema.ts'

/** From here on a decision is said without reserve. */
const plainFrom = 0.9

/** Whether a picture suits a profile, as sure as the verdict is: "probably does not suit". */
export function suitWords({ certainty, unsure }: Pick<Verdict, 'certainty' | 'unsure'>, suits: boolean): string {
  if (unsure) return 'could go either way'
  const words = suits ? 'suits' : 'does not suit'
  return certainty < plainFrom ? `probably ${words}` : words
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
