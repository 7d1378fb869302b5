import { annotate, CommandError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { isUnder, numberOf, type Result } from './result.ts'

/** A score below `--min`. The exit code is 3. */
export class ScoreTooLow extends CommandError {}

/** Throws if a score is below the minimum, or if pictures could not be scored. */
export function judge(results: readonly Result[], dimensions: readonly string[], min: number | undefined): void {
  const failed = results.filter(({ error }) => error)
  const low = results.filter((one) => isUnder(one, dimensions, min))
  if (low.length > 0) throw new ScoreTooLow(`${plural(low.length, 'picture')} of ${results.length} scored below ${min}`)
  if (failed.length > 0) throw new CommandError(`${plural(failed.length, 'picture')} could not be scored`)
}

/** In GitHub Actions, annotates the files. */
export function annotateResults(
  results: readonly Result[],
  dimensions: readonly string[],
  min: number | undefined,
): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return
  const [first = ''] = dimensions
  for (const result of results) {
    if (!result.error && !isUnder(result, dimensions, min)) continue
    const message = result.error?.message ?? `${first} is ${numberOf(result[first]).toFixed(4)}, below ${min}`
    annotate(min === undefined ? 'warning' : 'error', result.frame_id, message)
  }
}
