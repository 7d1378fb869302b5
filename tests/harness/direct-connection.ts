import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Home } from './service.ts'

export interface DirectConnection {
  execute(statement: string): Promise<void>
  close(): Promise<void>
}

/** A direct connection to the store, bypassing the service. */
export async function openDirectConnection({ env }: Home): Promise<DirectConnection> {
  const { DATABASE_URL, PALATE_DATA_DIR = '' } = env
  if (DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(PALATE_DATA_DIR, 'palate.db'), { timeout: 5000 })
    return { execute: async (statement) => database.exec(statement), close: async () => database.close() }
  }
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  return { execute: async (statement) => void (await client.query(statement)), close: () => client.end() }
}
