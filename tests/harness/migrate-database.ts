import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'

/** Creates the tables, like a first start. */
export async function migrateDatabase(url: string): Promise<void> {
  const store = await openStore(readConfig({ DATABASE_URL: url }))
  await store.close()
}
