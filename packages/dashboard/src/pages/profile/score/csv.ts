import type { FrameError } from '@palate/client'
import type { ScoreItem } from './score-items.ts'
import type { RankedItem, Results } from './scores.ts'

interface Table {
  readonly ranked: readonly RankedItem[]
  readonly failures: readonly { readonly item: ScoreItem; readonly error: FrameError }[]
  readonly results: Results
  /** The first is the one that they are ranked by. */
  readonly dimensions: readonly string[]
}

/** RFC 4180, with a line for each picture in the order of the ranking, and those without a score at the end. */
export function csvOf({ ranked, failures, results, dimensions }: Table): string {
  const head = ['rank', 'name', 'address', ...dimensions, 'error']
  const rows = ranked.map(({ item, place }) => {
    const scores = results.get(item.key)?.scores ?? {}
    return [String(place), item.name, item.url ?? '', ...dimensions.map((name) => String(scores[name] ?? '')), '']
  })
  const failed = failures.map(({ item, error }) => [
    '',
    item.name,
    item.url ?? '',
    ...dimensions.map(() => ''),
    `${error.code}: ${error.message}`,
  ])
  return [head, ...rows, ...failed].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** A spreadsheet takes a text that begins like a formula for one: the mark before it makes it a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
