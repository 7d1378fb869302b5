import type { Schema } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'

/**
 * Makes every statement fail that inserts, updates or deletes rows of an account in a table, as if the rows or their
 * machine were broken. Returns a function that repairs it.
 */
export async function breakAccount(
  store: Store,
  table: keyof Schema,
  event: 'insert' | 'update' | 'delete',
  accountId: string,
): Promise<() => Promise<void>> {
  const name = `break_${table}_${event}`
  const row = event === 'delete' ? 'old' : 'new'
  const isBroken = `${row}.account_id = '${accountId}'`
  const statements =
    store.engine === 'sqlite'
      ? [
          `create trigger ${name} before ${event} on ${table} when ${isBroken}
            begin select raise(abort, 'this account is broken'); end`,
        ]
      : [
          `create function ${name}() returns trigger language plpgsql as $$ begin
            if ${isBroken} then raise exception 'this account is broken'; end if; return ${row}; end $$`,
          `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`,
        ]
  const repairs =
    store.engine === 'sqlite'
      ? [`drop trigger ${name}`]
      : [`drop trigger ${name} on ${table}`, `drop function ${name}()`]
  const run = (texts: readonly string[]) =>
    store.write(async (db) => {
      for (const text of texts) await sql.raw(text).execute(db)
    })
  await run(statements)
  return () => run(repairs)
}
