import { z } from 'zod'
import { invalidAt } from './fault.ts'
import { wholeNumber } from './fields.ts'
import { isStorableText } from './json.ts'

export const pageLimitMax = 1000
/** How many a list returns when no limit is asked for. */
export const unpagedMax = 10_000

export const pageQuery = {
  limit: wholeNumber(1, pageLimitMax)
    .optional()
    .meta({ description: `At most so many (1 to ${pageLimitMax}); without it up to ${unpagedMax}` }),
  cursor: z.string().max(2000).optional().meta({ description: 'The nextCursor of the page before' }),
}

export const nextCursor = z.string().optional().meta({ description: 'Absent on the last page' })

export function pageSize(limit: number | undefined): number {
  return limit ?? unpagedMax
}

/** A cursor is the place after which to go on, in a form that tells clients not to read it. */
export function formatCursor(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part)).join('!')
}

export function parseCursor(cursor: string, length: number): readonly string[] {
  const parts = cursor.split('!').map(decode)
  // What no store could hold is no place in it either: PostgreSQL refuses such text.
  if (parts.length !== length || !parts.every(isStorableText)) throw badCursor()
  return parts
}

export function badCursor() {
  return invalidAt('/query/cursor', 'is not a cursor of this list')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badCursor()
  }
}

/** Cuts the one row too many that was read to learn whether there is a next page. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string) {
  if (rows.length <= size) return { rows }
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return last === undefined ? { rows: page } : { rows: page, nextCursor: cursorOf(last) }
}
