import colours from 'picocolors'
import { printable, style, withoutStyles } from '../printable.ts'

const gap = 2
/** A narrower cell would be unreadable. */
const clippedWidthMin = 6

/**
 * Columns as wide as their widest cell, two spaces apart. Colours do not count. If the terminal is too narrow, cells
 * are clipped in the columns that allow it, which must not have colours.
 */
export function table(
  given: readonly (readonly string[])[],
  clipped: readonly number[] = [],
  widthMax = process.stdout.columns || Number.POSITIVE_INFINITY,
): readonly string[] {
  const all = given.map((row) => row.map((cell) => printable(cell)))
  const natural = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))))
  const widths = fitted(natural, clipped, widthMax)
  const rows = all.map((row) => row.map((cell, i) => (clipped.includes(i) ? clip(cell, widths[i] ?? 0) : cell)))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))).join(' '.repeat(gap)),
  )
  return lines.map((line) => line.trimEnd())
}

/** Narrows the widest of the columns that may be clipped, one step at a time. */
function fitted(natural: readonly number[], clipped: readonly number[], widthMax: number): readonly number[] {
  const widths = [...natural]
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1))
  while (total() > widthMax) {
    const widest = Math.max(...clipped.map((column) => widths[column] ?? 0))
    if (widest <= clippedWidthMin) break
    widths[widths.findIndex((width, column) => width === widest && clipped.includes(column))] = widest - 1
  }
  return widths
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

function widthOf(cell: string): number {
  return withoutStyles(cell).length
}

/** Joins a text of several lines, such as a commit message in a list. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

const barWidthMax = 20

/** The width of bars beside other text; 0, for none, on a terminal with room for little else. */
export function barWidth(columns = process.stdout.columns || Number.POSITIVE_INFINITY): number {
  if (columns >= 60) return barWidthMax
  return columns >= 40 ? barWidthMax / 2 : 0
}

/** A bar for a number from 0 to 1, in eighths of a character. */
export function bar(value: number, width = barWidthMax): string {
  const eighths = Math.round(Math.min(Math.max(value, 0), 1) * width * 8)
  const part = ' ▏▎▍▌▋▊▉'[eighths % 8] ?? ' '
  return `${'█'.repeat(eighths >> 3)}${eighths % 8 ? part : ''}`.padEnd(width)
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const units = [
  ['year', 365 * 86_400, 1],
  // Until then, days say more.
  ['month', 30 * 86_400, 2],
  ['day', 86_400, 1],
  ['hour', 3600, 1],
  ['minute', 60, 1],
] as const

/** "2 days ago". */
export function ago(timestamp: string, now = Date.now()): string {
  const span = spanOf(now - Date.parse(timestamp), Math.floor)
  return span === undefined ? 'just now' : `${span} ago`
}

/** "in 2 days": rounded, so that what was just created for seven days ends in seven days. */
export function until(timestamp: string, now = Date.now()): string {
  const minutes = Math.round((Date.parse(timestamp) - now) / 60_000)
  return `in ${spanOf(minutes * 60_000, Math.round) ?? 'a minute'}`
}

/** In the largest unit; undefined for less than a minute. */
function spanOf(ms: number, rounded: (count: number) => number): string | undefined {
  const found = units.find(([, seconds, countMin]) => ms >= countMin * seconds * 1000)
  return found && plural(rounded(ms / 1000 / found[1]), found[0])
}

/** Not in a pipe, where the library would add colours for CI services. */
const isColoured = process.stdout.isTTY === true && colours.isColorSupported
const styled = (on: number, off: number) => (text: string) => (isColoured ? `${style(on)}${text}${style(off)}` : text)
export const bold = styled(1, 22)
export const dim = styled(2, 22)
export const red = styled(31, 39)
export const green = styled(32, 39)
export const yellow = styled(33, 39)
export const cyan = styled(36, 39)
