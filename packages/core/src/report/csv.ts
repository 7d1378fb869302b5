/** Spreadsheets evaluate text that starts like this as a formula, unless an apostrophe comes first. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A row of comma-separated values (RFC 4180), without its line break. */
export function csvRow(cells: readonly unknown[]): string {
  return cells.map(quoted).join(',')
}

function quoted(cell: unknown): string {
  const plain = cell == null ? '' : String(cell)
  const text = typeof cell === 'string' && formula.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
