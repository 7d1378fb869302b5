import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'
import type { Store } from './store.ts'

/** Rows that one statement deletes or changes. */
export const rowsPerPieceMax = 500

/**
 * Deletes or changes any number of rows in one transaction and returns their number. SQLite runs each statement on the
 * event loop and blocks it, so there the statement is repeated for a few rows at a time, and other requests
 * run in between. PostgreSQL has its own processes, and one statement is much faster than many. `key` distinguishes the
 * rows of `which`.
 */
export function inPieces(
  db: Db,
  { table, key, which }: { readonly table: keyof Schema; readonly key: string; readonly which: RawBuilder<unknown> },
  statementOn: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(key)]
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter
  const piece = sql`${which} and ${column} in (select ${column} from ${name} where ${which} limit ${rowsPerPieceMax})`
  return repeat(
    async () => Number((await statementOn(isEmbedded ? piece : which).execute(db)).numAffectedRows ?? 0),
    isEmbedded ? rowsPerPieceMax : Number.POSITIVE_INFINITY,
  )
}

/** Deletes the rows of a profile in a table, except those for which `unless` holds. `key` distinguishes them. */
export async function deleteRowsOfProfile(
  db: Db,
  { table, key, unless }: { readonly table: keyof Schema; readonly key: string; readonly unless?: RawBuilder<boolean> },
  { accountId, profileId }: { readonly accountId: string; readonly profileId: string },
): Promise<void> {
  const ofProfile = sql`account_id = ${accountId} and profile_id = ${profileId}`
  const which = unless ? sql`${ofProfile} and not ${unless}` : ofProfile
  await inPieces(db, { table, key, which }, (rows) => sql`delete from ${sql.table(table)} where ${rows}`)
}

/**
 * Repeats a write that deletes or changes a few rows until it finds no more; returns their number. Each repetition has
 * its own transaction, so that other writers do not wait. For sweeps.
 */
export function inTransactions(
  store: Store,
  write: (db: Db, rowsMax: number) => Promise<number>,
  rowsMax = rowsPerPieceMax,
): Promise<number> {
  return repeat(() => store.write((db) => write(db, rowsMax), { usesReserve: true }), rowsMax)
}

/**
 * Ends the subquery that chooses the rows of a sweep: leaves out those that another process is deleting, so that several
 * share the work. Otherwise both would choose the same rows, and whoever comes second would find nothing and stop.
 */
export function exceptLocked(db: Db): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof SqliteAdapter ? sql`` : sql`for update skip locked`
}

async function repeat(step: () => Promise<number>, rowsMax: number): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await step()
    total += rows
    if (rows < rowsMax) return total
    await yieldToEventLoop()
  }
}
