import { type Assessment, describeInText, dropDefault, type Gate, isRefused } from '@palate/core/report/assessment.ts'
import { annotate, CommandError, printWarning } from '../../../output.ts'
import { plural, table } from '../../../terminal/text.ts'

/** A score below `--min`, or too far below the baseline. The exit code is 3. */
export class ScoreTooLow extends CommandError {}

const namesShownMax = 5

/** Names the pictures that are close to the minimum. */
export function warnOfClose(assessments: readonly Assessment[]): void {
  const close = assessments.filter(({ warning }) => warning !== undefined)
  if (close.length === 0) return
  const names = close.slice(0, namesShownMax).map(({ name, warning }) => `${name} (${warning?.split(':')[0]})`)
  const more = close.length > names.length ? ', …' : ''
  const are = close.length === 1 ? 'is' : 'are'
  printWarning(`${plural(close.length, 'picture')} ${are} close, and a person should look: ${names.join(', ')}${more}`)
}

/** Throws if a score is too low, or if pictures could not be scored. */
export function judge(assessments: readonly Assessment[], { min, drop = dropDefault }: Gate): void {
  const all = (wanted: Assessment['outcome']) => assessments.filter(({ outcome }) => outcome === wanted)
  const [low, fell, failed] = [all('low'), all('fell'), all('failed')]
  const countOf = (counted: readonly Assessment[]) => `${plural(counted.length, 'picture')} of ${assessments.length}`
  const refused = low.filter(({ score = 0 }) => min !== undefined && score >= min)
  const below = low.filter((one) => !refused.includes(one))
  const belowClose = below.filter(({ warning }) => warning !== undefined).length
  const allowing =
    belowClose === 0 ? '' : ` (${belowClose} close: --allow-close lets ${belowClose === 1 ? 'it' : 'them'} pass)`
  const reasons = [
    ...(below.length > 0 ? [`${countOf(below)} scored below ${min}${allowing}`] : []),
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
    const { name, score, outcome, warning } = one
    if (outcome === 'passed' && warning === undefined) continue
    const [first = '', ...more] = describeInText(one)
    const message = isRefused(one) ? `${dimension} is ${score?.toFixed(4)}, ${first}` : first
    const level = outcome === 'passed' || outcome === 'skipped' ? 'warning' : 'error'
    annotate(level, name, [message, ...more].join('\n'))
  }
}
