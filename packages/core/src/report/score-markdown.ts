import { type Assessment, describeAssessment } from './assessment.ts'

/** GitHub shows at most 1 MiB of a step summary, and a comment of 65,536 characters. */
export const markdownRowsMax = 200

const marks: Readonly<Record<Assessment['outcome'], string>> = {
  passed: '✅',
  low: '❌',
  fell: '❌',
  failed: '⚠️',
  skipped: '⚠️',
}

/** The outcomes as a Markdown table. Pictures that did not pass come first, then those that a person should look at. */
export function scoreMarkdown(profile: string, dimension: string, assessments: readonly Assessment[]): string {
  const rows = assessments.toSorted((a, b) => urgency(a) - urgency(b))
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

function urgency({ outcome, warning }: Assessment): number {
  if (outcome !== 'passed') return 0
  return warning === undefined ? 2 : 1
}

function summaryOf(assessments: readonly Assessment[]): string {
  const passed = assessments.filter(({ outcome }) => outcome === 'passed').length
  const close = assessments.filter(({ warning }) => warning !== undefined).length
  const pictures = assessments.length === 1 ? 'picture' : 'pictures'
  const look = close === 0 ? '' : ` ${close} ${close === 1 ? 'is' : 'are'} close to the minimum: a person should look.`
  return `${passed} of ${assessments.length} ${pictures} passed.${look}`
}

interface Column {
  readonly head: string
  readonly cell: (row: Assessment) => string
}

/** Columns that would be empty are left out. */
function columnsOf(dimension: string, rows: readonly Assessment[]): readonly Column[] {
  const has = (is: (row: Assessment) => boolean) => rows.some(is)
  const optional = (is: boolean, column: Column) => (is ? [column] : [])
  const hasThumbnail = has(({ thumbnailUrl }) => thumbnailUrl !== undefined)
  const hasEarlier = has(({ beforeThumbnailUrl }) => beforeThumbnailUrl !== undefined)
  return [
    {
      head: '',
      cell: ({ outcome, warning }) => (outcome === 'passed' && warning !== undefined ? '🔶' : marks[outcome]),
    },
    ...optional(hasEarlier, { head: 'was', cell: ({ beforeThumbnailUrl }) => thumbnail(beforeThumbnailUrl) }),
    ...optional(hasThumbnail, { head: hasEarlier ? 'is' : '', cell: ({ thumbnailUrl }) => thumbnail(thumbnailUrl) }),
    { head: 'picture', cell: ({ name }) => asCode(name) },
    { head: asCode(dimension), cell: ({ score }) => score?.toFixed(4) ?? '' },
    ...optional(
      has(({ before }) => before !== undefined),
      { head: 'before', cell: ({ before }) => before?.toFixed(4) ?? '' },
    ),
    ...optional(
      has((row) => describeAssessment(row).length > 0),
      { head: 'why', cell: whyOf },
    ),
  ]
}

/** The message of a failure comes from elsewhere. */
function whyOf(assessment: Assessment): string {
  const { outcome, reason = '', pageUrl } = assessment
  if (outcome === 'failed' || outcome === 'skipped') return asCode(reason)
  const link = pageUrl === undefined || !isAddress(pageUrl) ? [] : [`<a href="${pageUrl}">Fine or wrong?</a>`]
  return [...describeAssessment(assessment).map(asText), ...link].join('<br>')
}

function thumbnail(url: string | undefined): string {
  return url === undefined || !isAddress(url) ? '' : `<img src="${url}" height="64" alt="">`
}

function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s"'<>|\\`]+$/.test(url)
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** In `<code>` GitHub neither mentions people nor refers to issues. */
function asCode(text: string): string {
  return `<code>${asText(text)}</code>`
}

/** Text that GitHub shows as it is: with entities it contains no Markdown, HTML or address. */
function asText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replaceAll(/[^\p{L}\p{M}\p{N} /,.→-]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0)};`)
}
