import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines, startService, type TestService } from '../harness/service.ts'
import { createProfile, succeed } from './profile-requests.ts'

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

  async function tablesOfProfiles(): Promise<readonly Table[]> {
    const tables = await store.read.introspection.getTables()
    const ofProfiles = tables.filter(({ columns }) => columns.some(({ name }) => name === 'profile_id'))
    return ofProfiles.map(({ name }) => name as Table).sort()
  }

  /** Inserts a row of the profile with a value of the right type in every required column. */
  async function insertRow(table: Table, profileId: string): Promise<void> {
    const { account_id } = await store.read
      .selectFrom('profiles')
      .select('account_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow()
    const tables = await store.read.introspection.getTables()
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const needed = columns.filter(({ isNullable }) => !isNullable)
    const values = needed.map(({ name, dataType }) => [name, dataType.toLowerCase() === 'text' ? `some ${name}` : 1])
    const row = { ...Object.fromEntries(values), account_id, profile_id: profileId }
    // Ids are unique in an account, even across profiles, and frame ids in a project.
    const own = Object.fromEntries(
      ['id', 'frame_id'].filter((name) => name in row).map((name) => [name, `${table} of ${profileId}`]),
    )
    await store.write((db) =>
      db
        .insertInto(table)
        .values({ ...row, ...own } as never)
        .execute(),
    )
  }

  async function countRows(tables: readonly Table[], profileId: string) {
    const counts: [table: string, rows: number][] = []
    for (const table of tables) {
      const rows = await store.read.selectFrom(table).selectAll().where('profile_id', '=', profileId).execute()
      counts.push([table, rows.length])
    }
    return counts
  }
})

/** Any table with a `profile_id`, known only at run time. */
type Table = keyof Schema & 'pins'
