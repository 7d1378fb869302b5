import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { ObserveDuration, Store } from './store.ts'

export interface StoreConfig {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

/** The store could not be opened; see `cause`. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Opens the configured store and applies pending migrations. */
export async function openStore({ dataDir, databaseUrl }: StoreConfig, observe?: ObserveDuration): Promise<Store> {
  let store: Store | undefined
  try {
    store = databaseUrl === undefined ? openSqlite(sqliteFile(dataDir), observe) : openPostgres(databaseUrl, observe)
    await migrate(store)
    return store
  } catch (cause) {
    await store?.close()
    throw new StoreError('the store cannot be opened', { cause })
  }
}

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'palate.db')
}
