import { type RawBuilder, sql } from 'kysely'
import { isEmbedded } from './is-embedded.ts'
import type { Db } from './schema.ts'

/**
 * Rows of texts as one parameter of a statement, in this order: a placeholder for each value would cost more processor
 * time than everything else. Select from it with a name; `name.value ->> 0` is the first text of a row.
 */
export function jsonRows(db: Db, rows: readonly (readonly (string | null)[])[]): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  return isEmbedded(db) ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`
}
