import { z } from 'zod'
import { invalidAt } from './fault.ts'
import { wholeNumber } from './fields.ts'
import { isStorableText } from './json.ts'

export const pageLimitMax = 1000
/** How many items a list returns without `limit`. */
export const unpagedMax = 10_000

export const pageQuery = {
  limit: wholeNumber(1, pageLimitMax)
    .optional()
    .meta({ description: `Maximum number of items, 1 to ${pageLimitMax}; ${unpagedMax} by default` }),
  cursor: z.string().max(2000).optional().meta({ description: '`nextCursor` of the previous page' }),
}

export const nextCursor = z.string().optional().meta({ description: 'Absent on the last page' })

export function pageSize(limit: number | undefined): number {
  return limit ?? unpagedMax
}

/** A cursor encodes the key of the last item of a page; it is opaque to clients. */
export function formatCursor(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part)).join('!')
}

export function parseCursor(cursor: string, length: number): readonly string[] {
  const parts = cursor.split('!').map(decode)
  // PostgreSQL refuses such text in a query, so no stored key can contain it.
  if (parts.length !== length || !parts.every(isStorableText)) throw badCursor()
  return parts
}

export function badCursor() {
  return invalidAt('/query/cursor', 'is not a cursor for this list')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badCursor()
  }
}

/** Makes a page from rows that were read with a limit of `size` + 1, which shows whether there is a next page. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string) {
  if (rows.length <= size) return { rows }
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return last === undefined ? { rows: page } : { rows: page, nextCursor: cursorOf(last) }
}
