import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Rows that one statement of a list reads: more would hold up the event loop. */
export const rowsPerReadMax = 1000

/** Reads up to `limit` rows, newest first, a few at a time. `read` gives those whose ids are before the given one. */
export async function readInPieces<Row extends { readonly id: string }>(
  limit: number,
  before: string | undefined,
  read: (before: string | undefined, rowsMax: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for (let last = before; ; last = all.at(-1)?.id) {
    const rowsMax = Math.min(rowsPerReadMax, limit - all.length)
    const rows = await read(last, rowsMax)
    all.push(...rows)
    if (rows.length < rowsMax || all.length === limit) return all
    await yieldToEventLoop()
  }
}
