import { type RawBuilder, sql } from 'kysely'
import { isEmbedded } from './is-embedded.ts'
import type { Db } from './schema.ts'

/**
 * Ends a query in a transaction: locks the rows that it finds, and skips those that another transaction has locked, so
 * that several processes get different rows without waiting. A writing transaction of SQLite locks the whole file, so
 * there no row can be locked by another.
 */
export function skipLocked(db: Db): RawBuilder<unknown> {
  return isEmbedded(db) ? sql`` : sql`for update skip locked`
}
