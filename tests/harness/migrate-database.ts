import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'

/** Makes the tables, as a first start does. */
export async function migrateDatabase(url: string): Promise<void> {
  const store = await openStore(readConfig({ DATABASE_URL: url }))
  await store.close()
}
