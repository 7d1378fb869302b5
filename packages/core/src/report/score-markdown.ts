import type { Assessment } from './assessment.ts'

/** GitHub shows at most 1 MiB of a step summary, and a comment of 65,536 characters. */
export const markdownRowsMax = 200

const marks: Readonly<Record<Assessment['outcome'], string>> = {
  passed: '✅',
  low: '❌',
  fell: '❌',
  failed: '⚠️',
  skipped: '⚠️',
}

/** The outcomes as a Markdown table. Pictures that did not pass come first, so that they are not cut off. */
export function scoreMarkdown(profile: string, dimension: string, assessments: readonly Assessment[]): string {
  const rows = assessments.toSorted((a, b) => Number(a.outcome === 'passed') - Number(b.outcome === 'passed'))
  const shown = rows.slice(0, markdownRowsMax)
  const columns = columnsOf(dimension, shown)
  const left = rows.length - shown.length
  return [
    `### Palate: ${asCode(profile)}`,
    '',
    summaryOf(assessments),
    '',
    line(columns.map(({ head }) => head)),
    line(columns.map(() => '---')),
    ...shown.map((row) => line(columns.map(({ cell }) => cell(row)))),
    ...(left > 0 ? ['', `${left} more are not shown.`] : []),
    '',
  ].join('\n')
}

function summaryOf(assessments: readonly Assessment[]): string {
  const passed = assessments.filter(({ outcome }) => outcome === 'passed').length
  return `${passed} of ${assessments.length} ${assessments.length === 1 ? 'picture' : 'pictures'} passed.`
}

interface Column {
  readonly head: string
  readonly cell: (row: Assessment) => string
}

/** Columns that would be empty are left out. */
function columnsOf(dimension: string, rows: readonly Assessment[]): readonly Column[] {
  const has = (member: 'thumbnailUrl' | 'before' | 'reason') => rows.some((row) => row[member] !== undefined)
  const optional = (is: boolean, column: Column) => (is ? [column] : [])
  return [
    { head: '', cell: ({ outcome }) => marks[outcome] },
    ...optional(has('thumbnailUrl'), { head: '', cell: ({ thumbnailUrl }) => thumbnail(thumbnailUrl) }),
    { head: 'picture', cell: ({ name }) => asCode(name) },
    { head: asCode(dimension), cell: ({ score }) => score?.toFixed(4) ?? '' },
    ...optional(has('before'), { head: 'before', cell: ({ before }) => before?.toFixed(4) ?? '' }),
    ...optional(has('reason'), { head: '', cell: reasonOf }),
  ]
}

/** The message of a failure comes from elsewhere. */
function reasonOf({ outcome, reason = '' }: Assessment): string {
  return outcome === 'failed' || outcome === 'skipped' ? asCode(reason) : reason
}

function thumbnail(url: string | undefined): string {
  return url === undefined || !/^https?:\/\/[^\s"'<>|\\`]+$/.test(url) ? '' : `<img src="${url}" height="64" alt="">`
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/**
 * Text that GitHub shows as it is: in `<code>` it neither mentions people nor refers to issues, and with entities it
 * contains no Markdown, HTML or address.
 */
function asCode(text: string): string {
  const entities = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replaceAll(/[^\p{L}\p{M}\p{N} /,.-]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0)};`)
  return `<code>${entities}</code>`
}
