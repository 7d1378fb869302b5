import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'
import { accountTables, directoryTables } from './account-tables.ts'

/** Tables that are no longer in the schema, and why they still exist. */
const leftTables: Readonly<Record<string, string>> = {
  rate_windows: 'processes older than 0031-accounts-in-keys count requests there; a later release removes it',
}

interface UniqueKey {
  readonly table: string
  readonly columns: readonly string[]
}

describe.each(engines)('the tables on %s', (engine) => {
  test('have the account in every unique key, except for directories', async () => {
    const home = await createHome(engine)
    const store = await openStore(readConfig(home.env))
    const keys = await (engine === 'sqlite' ? sqliteKeys(store) : postgresKeys(store))
    await store.close()
    await home.remove()
    const tables = new Set(keys.map(({ table }) => table))
    const known = [...accountTables(), ...directoryTables, ...Object.keys(leftTables)]
    expect([...tables].toSorted()).toEqual(known.toSorted())
    const without = keys.filter(({ columns }) => !columns.includes('account_id')).map(({ table }) => table)
    expect([...new Set(without)].toSorted()).toEqual(
      ['accounts', 'key_accounts', 'live_models', 'logins', 'schema_migrations', ...Object.keys(leftTables)].toSorted(),
    )
  })
})

async function postgresKeys(store: Store): Promise<readonly UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select t.relname as table, array(
      select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where i.indisunique and n.nspname = 'public'`.execute(store.read)
  return rows
}

/** Row numbers, such as `event_log.arrival`, are not an index. */
async function sqliteKeys(store: Store): Promise<readonly UniqueKey[]> {
  const { rows } = await sql<{ table: string; column: string | null; index: string }>`
    select t.name as "table", i.name as "index", c.name as "column"
    from sqlite_master t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    where t.type = 'table' and i."unique" = 1`.execute(store.read)
  return [...Map.groupBy(rows, ({ index }) => index).values()].map((columns) => ({
    table: columns[0]?.table ?? '',
    columns: columns.flatMap(({ column }) => column ?? []),
  }))
}
