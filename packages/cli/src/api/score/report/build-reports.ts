import { junitReport } from '@palate/core/report/junit.ts'
import { sarifReport } from '@palate/core/report/sarif.ts'
import { printWarning } from '../../../output.ts'
import { writeFile } from '../../../write-file.ts'
import type { AssessedPictures } from '../assess-pictures.ts'

/** Writes the files that build servers read. */
export function writeBuildReports({ subject, answer, assessments, options }: AssessedPictures): void {
  const { junit, sarif } = options
  if (junit !== undefined) writeFile(junit, junitReport(subject.profile.name, assessments, answer.latency_ms / 1000))
  if (sarif !== undefined) writeFile(sarif, sarifReport(assessments))
  for (const file of [junit, sarif]) if (file !== undefined && file !== '-') printWarning(`wrote ${file}`)
}
