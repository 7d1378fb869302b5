import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Env } from './home.ts'

/** Creates the tables, like a first start. */
export async function migrateStore(env: Env): Promise<void> {
  const store = await openStore(readConfig(env))
  await store.close()
}
