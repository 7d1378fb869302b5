import colours from 'picocolors'

/** Columns as wide as their widest cell, two spaces apart. Colours count nothing. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))).join('  '),
  )
  return lines.map((line) => line.trimEnd()).join('\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const escapes = /\u001b\[[0-9;]*m/g

function widthOf(cell: string): number {
  return cell.replaceAll(escapes, '').length
}

/** A bar for a number from 0 to 1, in eighths of a character. */
export function bar(value: number, width = 20): string {
  const eighths = Math.round(Math.min(Math.max(value, 0), 1) * width * 8)
  const part = ' ▏▎▍▌▋▊▉'[eighths % 8] ?? ' '
  return `${'█'.repeat(eighths >> 3)}${eighths % 8 ? part : ''}`.padEnd(width)
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "2 days ago". */
export function ago(timestamp: string, now = Date.now()): string {
  const seconds = (now - Date.parse(timestamp)) / 1000
  for (const [unit, length] of units) {
    if (seconds >= length) return `${plural(Math.floor(seconds / length), unit)} ago`
  }
  return 'just now'
}

/** Not in a pipe, where the library would colour for CI services. */
const isColoured = process.stdout.isTTY === true && colours.isColorSupported
export const { bold, dim, green, red, yellow, cyan } = colours.createColors(isColoured)
