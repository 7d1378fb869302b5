import type { FrameError } from '@palate/client'
import { csvRow } from '@palate/core/report/csv.ts'
import type { ScoreItem } from '../score-items.ts'
import type { RankedItem, Results } from '../scores.ts'

interface Table {
  readonly ranked: readonly RankedItem[]
  readonly failures: readonly { readonly item: ScoreItem; readonly error: FrameError }[]
  readonly results: Results
  /** The first one determines the ranking. */
  readonly dimensions: readonly string[]
}

/** RFC 4180, one line per picture in ranking order, pictures without a score last. */
export function csvOf({ ranked, failures, results, dimensions }: Table): string {
  const head = ['rank', 'name', 'address', ...dimensions, 'error']
  const rows = ranked.map(({ item, rank }) => {
    const scores = results.get(item.key)?.scores ?? {}
    return [String(rank), item.fileName, item.url ?? '', ...dimensions.map((name) => String(scores[name] ?? '')), '']
  })
  const failed = failures.map(({ item, error }) => [
    '',
    item.fileName,
    item.url ?? '',
    ...dimensions.map(() => ''),
    `${error.code}: ${error.message}`,
  ])
  return [head, ...rows, ...failed].map((cells) => `${csvRow(cells)}\r\n`).join('')
}
