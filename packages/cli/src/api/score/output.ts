import { type Assessment, assess, type Gate, isRefused } from '@palate/core/report/assessment.ts'
import { csvRow } from '@palate/core/report/csv.ts'
import { describeAllReasons, effectText, type Reason } from '@palate/core/report/reasons.ts'
import { describeSplit, splitIn } from '@palate/core/report/split.ts'
import { bar, barWidth, dim, green, red, table } from '../../terminal/text.ts'
import { numberOf, pictureOf, type Result, type ScoreOptions } from './result.ts'
import type { Subject } from './subject.ts'

/** The scores with bars; with `--explain`, the reasons for each. */
export function tableOf(
  results: readonly Result[],
  assessments: readonly Assessment[],
  subject: Subject,
  { explain, min }: ScoreOptions,
): readonly string[] {
  const { dimensions } = subject
  const [first = '', ...others] = dimensions
  const head = [first, ...barCell(''), ...others, 'picture', ''].map((cell) => dim(cell))
  const isGated = min !== undefined
  const rows = results.map((result, i) => rowOf(result, assessments[i], dimensions, isGated))
  const lines = table([head, ...rows])
  return explain ? [...lines, ...results.flatMap((result) => paragraph(explained(result, subject)))] : lines
}

function paragraph(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ['', ...lines] : []
}

/** One line for one picture. */
export function lineOf(result: Result, dimensions: readonly string[], gate: Gate): string {
  const assessment = assess(pictureOf(result, dimensions), gate)
  return rowOf(result, assessment, dimensions, gate.min !== undefined)
    .join('  ')
    .trimEnd()
}

function rowOf(
  result: Result,
  assessment: Assessment | undefined,
  dimensions: readonly string[],
  isGated: boolean,
): readonly string[] {
  const [first = '', ...others] = dimensions
  const { error, frame_id } = result
  if (error) return [red('failed'), ...barCell(''), ...others.map(() => ' '.repeat(6)), frame_id, red(error.message)]
  const value = numberOf(result[first])
  const isLow = assessment !== undefined && isRefused(assessment)
  const before = assessment?.before
  const colour = isLow ? red : isGated || before !== undefined ? green : (text: string) => text
  const rest = others.map((name) => numberOf(result[name]).toFixed(4))
  const note = isLow ? red(assessment.reason ?? '') : before === undefined ? '' : `was ${before.toFixed(4)}`
  return [colour(value.toFixed(4)), ...barCell(colour(bar(value, barWidth()))), ...rest, frame_id, note]
}

/** A narrow terminal has no column for bars. */
function barCell(content: string): readonly string[] {
  return barWidth() > 0 ? [content || ' '.repeat(barWidth())] : []
}

/** The reasons of one picture, for each dimension. */
export function explained(result: Result, { dimensions, nameOf }: Subject): readonly string[] {
  const { frame_id, details } = result
  if (!details) return []
  return [
    frame_id,
    ...describeAllReasons(details, dimensions, nameOf).flatMap(({ dimension, reasons }) => [
      dim(`  ${dimension}`),
      ...splitOf(result, dimension).map((sentence) => `          ${sentence}`),
      ...reasons.map((reason) => `    ${effectOf(reason)} ${reason.text}`),
    ]),
  ]
}

function splitOf(result: Result, dimension: string): readonly string[] {
  const split = splitIn(result, dimension)
  return split ? [describeSplit(split)] : []
}

function effectOf({ effect }: Reason): string {
  if (effect === undefined) return '     '
  return (effect > 0 ? green : red)(effectText(effect))
}

/** The verdict on one picture, in the form that review loops expect. */
export function verdictLine({ frame_id, error, verdict, ...scores }: Result, [first = '']: readonly string[]): string {
  if (error) return JSON.stringify({ picture: frame_id, score: null, error: error.message })
  const score = numberOf(scores[first])
  const { decision, ...more } = verdict?.[first] ?? {}
  return JSON.stringify({ picture: frame_id, score, verdict: decision, ...more })
}

export function csvOf(results: readonly Result[], dimensions: readonly string[]): readonly string[] {
  return [csvHead(dimensions), ...results.map((result) => csvLine(result, dimensions))]
}

export function csvHead(dimensions: readonly string[]): string {
  return csvRow(['picture', ...dimensions, 'error'])
}

export function csvLine(result: Result, dimensions: readonly string[]): string {
  return csvRow([result.frame_id, ...dimensions.map((name) => result[name]), result.error?.message])
}
