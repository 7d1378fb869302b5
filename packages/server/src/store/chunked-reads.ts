import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { MaybePromise } from './store.ts'

/** Small rows that one statement reads. More would block the event loop. */
export const rowsPerReadMax = 1000

/**
 * Reads up to `limit` small rows into memory, a few at a time. `read` returns the rows after the given one, or the first
 * ones. What is sent to a client is read by `streaming/list-body.ts`.
 */
export async function readAfter<Row>(
  limit: number,
  start: Row | undefined,
  read: (last: Row | undefined, rowsMax: number) => MaybePromise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for (let last = start; ; last = all.at(-1)) {
    const rowsMax = Math.min(rowsPerReadMax, limit - all.length)
    const rows = await read(last, rowsMax)
    all.push(...rows)
    if (rows.length < rowsMax || all.length === limit) return all
    await yieldToEventLoop()
  }
}

/** Values that one statement looks up. */
export const valuesPerQueryMax = 400

/** The rows that a query finds for each slice of the values. */
export async function inQueries<Row>(
  values: readonly string[],
  query: (slice: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const slice of slicesOf(values, valuesPerQueryMax)) for (const row of await query(slice)) found.push(row)
  return found
}
