import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { expect, test } from 'vitest'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { createEmptyHome, engines } from '../harness/service.ts'
import { additive } from '../upgrades/newer-migrations.ts'

test.each(engines)('an empty store that many processes open concurrently is migrated once, on %s', async (engine) => {
  for (let round = 0; round < 3; round++) {
    const home = await createEmptyHome(engine)
    const config = readConfig(home.env)
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(config)))
    const [first] = stores
    const rows = await first?.read.selectFrom('schema_migrations').select('name').execute()
    expect(new Set(rows?.map(({ name }) => name)).size).toBe(rows?.length)
    await Promise.all(stores.map((store) => store.close()))
    await home.remove()
  }
})

test('a migration that waits for a table does not block others, and is retried (PostgreSQL)', async () => {
  const home = await createEmptyHome('postgres')
  const config = readConfig(home.env)
  const older = await openStore(config)
  const direct = await openDirectConnection(home)
  await direct.execute('begin')
  await direct.execute('lock table profiles in access share mode')
  let isMigrated = false
  const newer = openStore(config, { migrations: additive }).then((store) => {
    isMigrated = true
    return store
  })
  await pause(500)
  // Without a limit it would wait behind the migration, which waits for the direct connection.
  await older.read.selectFrom('profiles').select('id').execute()
  expect(isMigrated).toBe(false)
  await direct.execute('commit')
  await (await newer).close()
  await Promise.all([older.close(), direct.close()])
  await home.remove()
})
