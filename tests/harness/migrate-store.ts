import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Env } from './home.ts'

/** Creates the tables and, on SQLite, the disk reserve, like a first start. */
export async function migrateStore(env: Env): Promise<void> {
  const store = await openStore(readConfig(env), { isService: true })
  await store.close()
}
