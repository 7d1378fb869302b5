import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { currentWork } from '../work/current-work.ts'
import { isEmbedded } from './is-embedded.ts'
import type { Db, Schema } from './schema.ts'
import { skipLocked } from './skip-locked.ts'
import type { Store } from './store.ts'

/** Rows that one statement deletes or changes. */
export const rowsPerPieceMax = 500

/**
 * Deletes or changes any number of rows in one transaction and returns their number. Several statements see the same rows, and the last one deletes or changes them. SQLite runs each statement on the
 * event loop and blocks it, so there the statement is repeated for a few rows at a time, and other requests
 * run in between. PostgreSQL has its own processes, and one statement is much faster than many. `key` distinguishes the
 * rows of `which`.
 */
export function inPieces(
  db: Db,
  { table, key, which }: { readonly table: keyof Schema; readonly key: string; readonly which: RawBuilder<unknown> },
  ...statements: readonly ((rows: RawBuilder<unknown>) => RawBuilder<unknown>)[]
): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(key)]
  const isInPieces = isEmbedded(db)
  const piece = sql`${which} and ${column} in (select ${column} from ${name} where ${which} limit ${rowsPerPieceMax})`
  const step = async () => {
    let affected = 0
    for (const statementOn of statements) {
      affected = Number((await statementOn(isInPieces ? piece : which).execute(db)).numAffectedRows ?? 0)
    }
    return affected
  }
  return repeat(step, isInPieces ? rowsPerPieceMax : Number.POSITIVE_INFINITY)
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
 * its own transaction, so that other writers do not wait. For sweeps. Ends early if the current work is cancelled.
 */
export function inTransactions(
  store: Store,
  write: (db: Db, rowsMax: number) => Promise<number>,
  rowsMax = rowsPerPieceMax,
): Promise<number> {
  const { signal } = currentWork()
  let isPartOfLongWrite = false
  return repeat(async () => {
    if (signal?.aborted) return 0
    const rows = await store.write((db) => write(db, rowsMax), { usesReserve: true, isPartOfLongWrite })
    isPartOfLongWrite = true
    return rows
  }, rowsMax)
}

/** Some rows of a table for a sweep. `which` names the account. */
interface Some {
  readonly table: keyof Schema
  readonly which: RawBuilder<unknown>
  /** A column with an index that begins with the account, so that PostgreSQL reads the first rows from it. */
  readonly orderBy?: string
  readonly rowsMax: number
}

/**
 * A condition for some of the rows of `which`, by physical location, because tables have different keys. Leaves out
 * rows that another process is deleting or changing, so that several share a sweep. Otherwise both would choose the
 * same rows, and whoever comes second would find nothing and stop.
 */
export function someRows(db: Db, some: Some): RawBuilder<boolean> {
  const locations = locationsOf(db, some)
  const isThere = isEmbedded(db) ? sql`rowid in (${locations})` : sql`ctid = any(array(${locations}))`
  return sql<boolean>`${some.which} and ${isThere}`
}

/** Deletes some of these rows, and returns what a column of each contained. */
export async function deleteSome(db: Db, some: Some, column: string): Promise<readonly string[]> {
  const { rows } = await sql<{ value: string }>`
    delete from ${sql.table(some.table)} where ${someRows(db, some)} returning ${sql.ref(column)} as value`.execute(db)
  return rows.map(({ value }) => value)
}

/** Locks some of these rows until the transaction ends. Returns their number and a condition for them. */
export async function holdSome(db: Db, some: Some) {
  const { rows } = await locationsOf(db, some).execute(db)
  const locations = rows.map(({ location }) => location)
  const held = isEmbedded(db)
    ? sql<boolean>`rowid in (select value from json_each(${JSON.stringify(locations)}))`
    : sql<boolean>`ctid = any(cast(${locations} as tid[]))`
  return { count: rows.length, held }
}

function locationsOf(db: Db, { table, which, orderBy, rowsMax }: Some) {
  return sql<{ location: number | string }>`
    select ${sql.ref(isEmbedded(db) ? 'rowid' : 'ctid')} as location from ${sql.table(table)} where ${which}
    ${orderBy === undefined ? sql`` : sql`order by ${sql.ref(orderBy)}`} limit ${rowsMax} ${skipLocked(db)}`
}

async function repeat(step: () => Promise<number>, rowsMax: number): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await step()
    total += rows
    if (rows < rowsMax) return total
    await yieldToEventLoop()
  }
}
