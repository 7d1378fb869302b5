import { readConfig } from '@palate/server/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'

test.each(engines)('an empty store that many processes open concurrently is migrated once, on %s', async (engine) => {
  for (let round = 0; round < 5; round++) {
    const home = await createHome(engine)
    const config = readConfig(home.env)
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(config)))
    const [first] = stores
    const rows = await first?.read.selectFrom('schema_migrations').select('name').execute()
    expect(new Set(rows?.map(({ name }) => name)).size).toBe(rows?.length)
    await Promise.all(stores.map((store) => store.close()))
    await home.remove()
  }
})
