import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Store } from './store.ts'

/** Rows that one statement deletes or changes. */
export const rowsPerPieceMax = 500

/**
 * Deletes or changes any number of rows in one transaction; returns how many. SQLite runs each statement on the event
 * loop, and nothing else runs between two of them, so there the statement is repeated for a few rows at a time, and
 * other requests get a turn in between. PostgreSQL has processes of its own, and one statement takes much less time than
 * many. `key` tells the rows of `which` apart.
 */
export function inPieces(
  db: Db,
  { table, key, which }: { readonly table: string; readonly key: string; readonly which: RawBuilder<unknown> },
  statementOn: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(key)]
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter
  const some = sql`${which} and ${column} in (select ${column} from ${name} where ${which} limit ${rowsPerPieceMax})`
  return repeat(
    async () => Number((await statementOn(isEmbedded ? some : which).execute(db)).numAffectedRows ?? 0),
    isEmbedded ? rowsPerPieceMax : Number.POSITIVE_INFINITY,
  )
}

/**
 * Repeats a write that deletes or changes a few rows until it finds no more; returns how many. Each piece has a
 * transaction of its own, so that other writers do not wait: for sweeps.
 */
export function inTransactions(
  store: Store,
  write: (db: Db, rowsMax: number) => Promise<number>,
  rowsMax = rowsPerPieceMax,
): Promise<number> {
  return repeat(() => store.write((db) => write(db, rowsMax), { usesReserve: true }), rowsMax)
}

async function repeat(step: () => Promise<number>, rowsMax: number): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await step()
    total += rows
    if (rows < rowsMax) return total
    await yieldToEventLoop()
  }
}
