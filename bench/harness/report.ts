import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** A table row: what was measured, the figure, and the target if there is one. */
export interface Line {
  readonly what: string
  readonly figure: string
  readonly target?: string
  readonly met?: boolean
}

export interface LineTable {
  readonly what: string
  /** The load average. */
  readonly load: string
  /** If it was measured at another commit than the other tables. */
  readonly commit?: string
  readonly lines: readonly Line[]
}

/** A row for each method and a column for each condition. */
interface FigureTable {
  readonly what: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type PrintedTable = LineTable | FigureTable

/** Names a file to which tables are appended as JSON, for `bench:all`. */
export const tablesFileVariable = 'BENCH_TABLES_FILE'

/** Prints the load average too: on a busy machine the figures include other processes' work. */
export function printTable(what: string, lines: readonly Line[]): void {
  const rows = lines.map(({ what, figure, target = '', met }) => [
    what,
    figure,
    target,
    met === undefined ? '' : met ? 'yes' : 'NO',
  ])
  const table = [['', 'figure', 'target', 'met'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const load = loadavg()[0]?.toFixed(1) ?? ''
  record({ what, load, lines })
  process.stdout.write(`\n${what} (load average ${load})\n`)
  for (const row of table) {
    process.stdout.write(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

/** Prints Markdown. The first column has the names of the rows. */
export function printFigures(what: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  record({ what, columns, rows })
  process.stdout.write(`\n${what}\n\n${markdownTable(['', ...columns], rows)}\n`)
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function record(table: PrintedTable): void {
  const file = process.env[tablesFileVariable]
  if (file) appendFileSync(file, `${JSON.stringify(table)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The percentile: the value below which this share of the sorted values falls. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How long the work took, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const bytes = (value: number): string =>
  value < 10_000 ? `${Math.round(value)} B` : `${(value / 1024).toFixed(0)} KiB`
