import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createFolder } from './temporary-folder.ts'

export type Engine = 'sqlite' | 'postgres'

/** Where the store's behaviour is tested. A fast run leaves out PostgreSQL. */
export const engines: readonly Engine[] = process.env.MODE === 'fast' ? ['sqlite'] : ['sqlite', 'postgres']

export type Env = Readonly<Record<string, string>>

/** A fresh data directory and, for PostgreSQL, a fresh database. */
export interface Home {
  readonly env: Env
  remove(): Promise<void>
}

/** Copied, so that a home need not be migrated: a PostgreSQL database, and a data directory with a SQLite file. */
export interface Template {
  readonly database: string
  readonly dataDir: string
}

/**
 * A home on this PostgreSQL server, or on SQLite if undefined: a copy of the template, or an empty one. Works outside
 * the test runner.
 */
export async function createHomeOn(server: string | undefined, template?: Template): Promise<Home> {
  const dataDir = createFolder('test')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  if (server) await administer(server, `create database ${database} template ${template?.database ?? 'template1'}`)
  else if (template) copyDataDir(template.dataDir, dataDir)
  return {
    env: {
      PALATE_DATA_DIR: dataDir,
      PALATE_PORT: '0',
      ...(server && { DATABASE_URL: `${server}/${database}`, PALATE_SECRET_KEY: randomBytes(32).toString('base64') }),
    },
    async remove() {
      if (server) await administer(server, `drop database if exists ${database} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function copyDataDir(from: string, to: string): void {
  copyFileSync(join(from, 'palate.db'), join(to, 'palate.db'))
  // Linked, because the service never changes it, and writing its 16 MiB is half of the cost of a start.
  linkSync(join(from, 'reserve'), join(to, 'reserve'))
}

/** Its types lack these. */
type Administrator = pg.Client & { ref(): void; unref(): void }
const administrators = new Map<string, Administrator>()

/** Runs a statement on a connection that stays open, because connecting takes as long as creating a database. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = administrators.get(url) ?? (await connect(url))
  // An idle connection does not keep this process alive.
  client.ref()
  try {
    await client.query(statement)
  } finally {
    client.unref()
  }
}

async function connect(url: string): Promise<Administrator> {
  const client = new pg.Client({ connectionString: `${url}/postgres` }) as Administrator
  await client.connect()
  // The server was stopped.
  client.on('error', () => administrators.delete(url))
  administrators.set(url, client)
  return client
}
