import { appendFileSync } from 'node:fs'
import type { Assessment } from '@palate/core/report/assessment.ts'
import { scoreMarkdown } from '@palate/core/report/score-markdown.ts'
import { printWarning } from '../../../output.ts'
import type { ScoreOptions } from '../result.ts'

/** The file that GitHub Actions shows as the summary of the step. */
export function stepSummaryFile(): string | undefined {
  return process.env.GITHUB_STEP_SUMMARY || undefined
}

/** Whether somebody reads the result in a build server, and not in a terminal. */
export function isForBuild({ junit, sarif }: ScoreOptions): boolean {
  return [junit, sarif, stepSummaryFile()].some((file) => file !== undefined)
}

/** In GitHub Actions, adds a table to the summary of the step. */
export function writeStepSummary(profile: string, dimension: string, assessments: readonly Assessment[]): void {
  const file = stepSummaryFile()
  if (file === undefined) return
  try {
    appendFileSync(file, scoreMarkdown(profile, dimension, assessments))
  } catch (error) {
    // The scores are more important than their summary.
    printWarning(`cannot write the step summary: ${(error as Error).message}`)
  }
}
