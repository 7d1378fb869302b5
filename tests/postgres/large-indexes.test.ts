import { readConfig } from '@palate/server/config/config.ts'
import { largeIndexes } from '@palate/server/store/migrations/large-indexes.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'

describe.runIf(engines.includes('postgres'))('indexes of large tables', () => {
  let home: Home
  let store: Store
  beforeEach(async () => {
    home = await createEmptyHome('postgres')
    const first = await openStore(readConfig(home.env), { migrations: before0048 })
    // Only one of the tables is large.
    await sql`insert into seen_frames (account_id, project_id, frame_id, content_hash, seen_at)
    select 'acct', 'p', 'f' || n, 'h', '2026-01-01T00:00:00.000Z' from generate_series(1, 10001) n`.execute(first.read)
    await first.close()
    store = await openStore(readConfig(home.env))
  })
  afterEach(async () => {
    await store.close()
    await home.remove()
  })

  const before0048 = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0048-indexes-by-age'),
  )
  const names = largeIndexes.map(({ name }) => name)
  const replaced = largeIndexes.flatMap(({ replaces }) => replaces ?? [])

  async function listIndexes(): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisvalid and c.relname in (${sql.join([...names, ...replaced])}) order by 1`.execute(store.read)
    return rows.map(({ name }) => name)
  }

  const build = () => store.buildIndexes(new AbortController().signal)

  test('an index of a large table is not built by the migration but afterwards, while others write, and once', async () => {
    const ofLarge = ['seen_frames_by_age', 'seen_frames_by_time']
    expect(await listIndexes()).toEqual([...names.filter((name) => !ofLarge.includes(name)), ofLarge[1]].toSorted())
    // A migration would wait for this transaction, and all later writers for the migration.
    let building: Promise<unknown> = Promise.resolve()
    await store.write(async (db) => {
      await sql`update seen_frames set content_hash = 'i' where account_id = 'acct' and frame_id = 'f1'`.execute(db)
      building = Promise.all([build(), build()])
      await sql`update seen_frames set content_hash = 'j' where account_id = 'acct' and frame_id = 'f2'`.execute(
        store.read,
      )
    })
    await building
    expect(await listIndexes()).toEqual(names.toSorted())
    await build()
    expect(await listIndexes()).toEqual(names.toSorted())
  })

  test('an interrupted build is repeated by the next start', async () => {
    await build()
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('seen_frames_by_age')`.execute(
      store.read,
    )
    expect(await listIndexes()).not.toContain('seen_frames_by_age')
    await build()
    expect(await listIndexes()).toEqual(names.toSorted())
  })

  test('a stop does not wait for a build', async () => {
    const stopping = new AbortController()
    const building = store.write(async (db) => {
      await sql`update seen_frames set content_hash = 'i' where account_id = 'acct' and frame_id = 'f1'`.execute(db)
      const waiting = store.buildIndexes(stopping.signal)
      setTimeout(() => stopping.abort(), 200)
      await waiting
    })
    await building
    expect(stopping.signal.aborted).toBe(true)
  })
})
