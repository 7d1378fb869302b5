import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { start } from '@palate/server/main.ts'
import { createIdSource } from '@palate/server/services.ts'
import { openStore } from '@palate/server/store/open.ts'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Client, createClient } from './client.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export type Env = Readonly<Record<string, string>>

/** A place to keep things: a fresh data directory and, for PostgreSQL, a fresh database. */
export interface Home {
  readonly env: Env
  remove(): Promise<void>
}

export async function createHome(engine: Engine): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palate-test-'))
  const server = engine === 'postgres' ? inject('postgresUrl') : undefined
  const database = `test_${randomUUID().replaceAll('-', '')}`
  if (server) await administer(server, `create database ${database}`)
  return {
    env: { PALATE_DATA_DIR: dataDir, PALATE_PORT: '0', ...(server && { DATABASE_URL: `${server}/${database}` }) },
    async remove() {
      if (server) await administer(server, `drop database if exists ${database} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The whole service inside the test's process, reached over real HTTP, with a clock that the test may move. */
export interface TestService extends Client {
  readonly home: Home
  readonly clock: { skipMs: number }
  /** The first key of a new account. */
  newAccount(): Promise<string>
  stop(): Promise<void>
}

export async function startService(engine: Engine, env: Env = {}, home?: Home): Promise<TestService> {
  const place = home ?? (await createHome(engine))
  const clock = { skipMs: 0 }
  const now = () => new Date(Date.now() + clock.skipMs)
  const config = readConfig({ ...place.env, PALATE_LOG_LEVEL: 'silent', PALATE_RATE_LIMIT: '1000000', ...env })
  const service = await start({ config, log: pino({ level: config.logLevel }), clock: now })
  const key = readFileSync(join(config.dataDir, 'bootstrap-key'), 'utf8').trim()
  return {
    ...createClient(service.address, key),
    home: place,
    clock,
    async newAccount() {
      const store = await openStore(config)
      const made = await createAccount(store, { clock: now, newId: createIdSource(now) }, randomUUID())
      await store.close()
      if (made === undefined) throw new Error('the account exists')
      return made
    },
    async stop() {
      await service.stop()
      if (!home) await place.remove()
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
