import { type Assessment, dropDefault, type Gate, isRefused } from '@palate/core/report/assessment.ts'
import { annotate, CommandError, printWarning } from '../../../output.ts'
import { plural, table } from '../../../terminal/text.ts'

/** A score below `--min`, or too far below the baseline. The exit code is 3. */
export class ScoreTooLow extends CommandError {}

const namesShownMax = 5

/** Names the pictures whose verdict is unsure. */
export function warnOfUnsure(assessments: readonly Assessment[]): void {
  const unsure = assessments.filter(({ warning }) => warning !== undefined)
  if (unsure.length === 0) return
  const names = unsure.slice(0, namesShownMax).map(({ name }) => name)
  printWarning(
    `${plural(unsure.length, 'picture')} could go either way: ${names.join(', ')}${unsure.length > names.length ? ', …' : ''}`,
  )
}

/** Throws if a score is too low, or if pictures could not be scored. */
export function judge(assessments: readonly Assessment[], { min, drop = dropDefault }: Gate): void {
  const all = (wanted: Assessment['outcome']) => assessments.filter(({ outcome }) => outcome === wanted)
  const [low, fell, failed] = [all('low'), all('fell'), all('failed')]
  const countOf = (counted: readonly Assessment[]) => `${plural(counted.length, 'picture')} of ${assessments.length}`
  const refused = low.filter(({ score = 0 }) => min !== undefined && score >= min)
  const below = low.filter((one) => !refused.includes(one))
  const reasons = [
    ...(below.length > 0 ? [`${countOf(below)} scored below ${min}`] : []),
    ...refused.slice(0, namesShownMax).map(({ name, reason }) => `${name} is ${reason}`),
    ...(fell.length > 0 ? [`${countOf(fell)} fell by more than ${drop}`] : []),
  ]
  if (reasons.length > 0) throw new ScoreTooLow(reasons.join('; '), fell.length > 0 ? tableOfFallen(fell) : [])
  if (failed.length > 0) throw new CommandError(`${plural(failed.length, 'picture')} could not be scored`)
}

function tableOfFallen(fell: readonly Assessment[]): readonly string[] {
  const rows = fell.map(({ name, before = 0, score = 0 }) => [
    before.toFixed(4),
    score.toFixed(4),
    (score - before).toFixed(4),
    name,
  ])
  return table([['before', 'now', 'change', 'picture'], ...rows])
}

/** In GitHub Actions, annotates the files. */
export function annotateAssessments(assessments: readonly Assessment[], dimension: string): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return
  for (const one of assessments) {
    if (one.warning !== undefined) annotate('warning', one.name, `it ${one.warning}`)
    if (one.outcome === 'passed') continue
    const { name, score, reason = '', outcome } = one
    const message = isRefused(one) ? `${dimension} is ${score?.toFixed(4)}, ${reason}` : reason
    annotate(outcome === 'skipped' ? 'warning' : 'error', name, message)
  }
}
