import type { TestProject } from 'vitest/node'
import { administer, type Env, type Template } from './home.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { createFolder, removeFolders } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty in a fast run. */
    postgresUrl: string
    /** Empty tables. Copying them takes a third of the time of migrating an empty store. */
    migrated: Template
  }
}

/** Starts one real PostgreSQL for the whole test run; each service under test gets its own database. */
export async function setup({ provide, vite }: TestProject): Promise<() => Promise<void>> {
  const postgres = vite.config.mode === 'fast' ? undefined : await startPostgres()
  provide('postgresUrl', postgres?.url ?? '')
  provide('migrated', { database: await createDatabase(postgres), dataDir: await createDataDir() })
  return async () => {
    removeFolders()
    await postgres?.stop()
  }
}

async function createDatabase(postgres: Postgres | undefined): Promise<string> {
  const database = 'migrated'
  if (!postgres) return database
  await administer(postgres.url, `create database ${database}`)
  await migrate({ DATABASE_URL: `${postgres.url}/${database}` })
  return database
}

async function createDataDir(): Promise<string> {
  const folder = createFolder('migrated')
  await migrate({ PALATE_DATA_DIR: folder })
  return folder
}

/** Creates the tables, like a first start. */
async function migrate(env: Env): Promise<void> {
  const { migrateStore } = await import('./migrate-store.ts')
  await migrateStore(env)
}
