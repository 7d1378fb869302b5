import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** A table row: what was measured, the figure, and the target if there is one. */
export interface Line {
  readonly what: string
  readonly figure: string
  readonly target?: string
  readonly met?: boolean
}

export interface PrintedTable {
  readonly what: string
  /** The load average. */
  readonly load: string
  readonly lines: readonly Line[]
}

/** Names a file to which tables are appended as JSON, for the page of all benchmarks. */
export const linesFileVariable = 'BENCH_TABLES_FILE'

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
  const file = process.env[linesFileVariable]
  if (file) appendFileSync(file, `${JSON.stringify({ what, load, lines } satisfies PrintedTable)}\n`)
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
