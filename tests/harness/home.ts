import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { createFolder } from './temporary-folder.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export type Env = Readonly<Record<string, string>>

/** A fresh data directory and, for PostgreSQL, a fresh database. */
export interface Home {
  readonly env: Env
  remove(): Promise<void>
}

/**
 * A home on this PostgreSQL server, with an empty or copied database, or on SQLite if undefined. Works outside the test
 * runner.
 */
export async function createHomeOn(server: string | undefined, template = 'template1'): Promise<Home> {
  const dataDir = createFolder('test')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  if (server) await administer(server, `create database ${database} template ${template}`)
  return {
    env: { PALATE_DATA_DIR: dataDir, PALATE_PORT: '0', ...(server && { DATABASE_URL: `${server}/${database}` }) },
    async remove() {
      if (server) await administer(server, `drop database if exists ${database} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
