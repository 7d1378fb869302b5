import { readConfig } from '@palate/server/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { type ColumnMetadata, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines, startService, type TestService } from '../harness/service.ts'
import { createProfile, succeed } from './steps.ts'

/** Tables that keep rows of a deleted profile, and why. */
const kept = { batches: 'results stay readable for a week, like those of any batch' }

/** The tables are read from the database, so that a new one with a `profile_id` cannot be forgotten. */
describe.each(engines)('the tables of a deleted profile on %s', (engine) => {
  let service: TestService
  let store: Store
  beforeEach(async () => {
    service = await startService(engine)
    store = await openStore(readConfig(service.home.env))
  })
  afterEach(async () => {
    await store.close()
    await service.stop()
  })

  it('every table with a profile_id loses the rows of the profile, and only those', async () => {
    const [deleted, other] = [await createProfile(service), await createProfile(service)]
    const tables = await tablesOfProfiles()
    expect(tables).toEqual(
      expect.arrayContaining(['alert_rules', 'batches', 'objects', 'pins', 'poor_batches', 'versions']),
    )
    for (const table of tables) for (const id of [deleted, other]) await insertRow(table, id)
    expect(await countRows(tables, deleted)).toEqual(tables.map((table) => [table, 1]))

    succeed(await service.call('DELETE', `/v1/profiles/${deleted}`))
    expect(await countRows(tables, deleted)).toEqual(tables.map((table) => [table, table in kept ? 1 : 0]))
    expect(await countRows(tables, other)).toEqual(tables.map((table) => [table, 1]))
  })

  it('the event sequence of the profile is deleted after its last event', async () => {
    const id = await createProfile(service)
    const sequences = () => store.read.selectFrom('event_places').select('last').where('stream', '=', id).execute()
    expect(await sequences()).toEqual([{ last: 1 }])
    succeed(await service.call('DELETE', `/v1/profiles/${id}`))
    expect(await sequences()).toEqual([])
    const { events } = (await service.call('GET', '/v1/events')).body
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['profile.deleted', 'profile.created'])
  })

  async function columnsOf(table?: string): Promise<readonly (ColumnMetadata & { readonly table: string })[]> {
    const tables = await store.read.introspection.getTables()
    return tables
      .filter(({ name }) => table === undefined || name === table)
      .flatMap(({ name, columns }) => columns.map((column) => ({ ...column, table: name })))
  }

  async function tablesOfProfiles(): Promise<readonly string[]> {
    const columns = await columnsOf()
    return columns.flatMap(({ name, table }) => (name === 'profile_id' ? [table] : [])).sort()
  }

  /** A row of the profile with a value of the right type in every column that needs one. */
  async function insertRow(table: string, profileId: string): Promise<void> {
    const { account_id } = await store.read
      .selectFrom('profiles')
      .select('account_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
    const needed = (await columnsOf(table)).filter(({ isNullable }) => !isNullable)
    const values = needed.map(({ name, dataType }) => {
      if (name === 'account_id') return account_id
      if (name === 'profile_id') return profileId
      return dataType.toLowerCase() === 'text' ? `${name} of ${profileId}` : 1
    })
    const names = sql.join(needed.map(({ name }) => sql.ref(name)))
    await store.write((db) => sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(db))
  }

  async function countRows(tables: readonly string[], profileId: string) {
    const counts: [table: string, rows: number][] = []
    for (const table of tables) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where profile_id = ${profileId}`.execute(store.read)
      counts.push([table, rows.length])
    }
    return counts
  }
})
