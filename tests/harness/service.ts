import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { start } from '@palate/server/main.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Client, createClient } from './client.ts'
import { createHomeOn, type Engine, type Env, type Home, type Template } from './home.ts'
import { sharedThreads } from './shared-threads.ts'

export type { Engine, Env, Home } from './home.ts'
export { engines } from './home.ts'

/** A store with empty tables, as a start before the first account has left it. */
export const createHome = (engine: Engine): Promise<Home> => homeFor(engine, inject('migrated'))

/** A store without tables, for tests of the first start. */
export const createEmptyHome = (engine: Engine): Promise<Home> => homeFor(engine)

/** One scoring thread, because most tests score little. */
async function homeFor(engine: Engine, template?: Template): Promise<Home> {
  const home = await createHomeOn(engine === 'postgres' ? inject('postgresUrl') : undefined, template)
  return { ...home, env: { ...home.env, PALATE_SCORING_THREADS: '1' } }
}

/** The whole service in the test's process, over real HTTP, with a clock that the test can move. */
export interface TestService extends Client {
  readonly home: Home
  readonly clock: { skipMs: number }
  /** The URL of the metrics, if PALATE_METRICS_PORT is set. */
  readonly metricsUrl: string
  /** The first key of a new account. */
  newAccount(): Promise<string>
  drain(): Promise<void>
  stop(): Promise<void>
}

/** For all services of a test file: the size in bytes above which requests go to an offload thread. */
export const largeRequests: { smallBytesMax?: number } = {}

export interface ServiceOptions {
  /** Without background work: like `palate serve --no-worker`. */
  readonly isWorker?: boolean
  /** Its own worker threads, for tests that read their metrics. */
  readonly hasOwnThreads?: boolean
  /** Connections of clients. */
  readonly connectionsMax?: number
  /** Where the built dashboard is. */
  readonly dashboardDir?: string
}

export async function startService(
  engine: Engine,
  env: Env = {},
  home?: Home,
  { hasOwnThreads = false, ...options }: ServiceOptions = {},
): Promise<TestService> {
  const place = home ?? (await createHome(engine))
  const clock = { skipMs: 0 }
  const now = () => new Date(Date.now() + clock.skipMs)
  const config = readConfig({
    ...place.env,
    PALATE_LOG_LEVEL: 'silent',
    PALATE_RATE_LIMIT: '1000000',
    PALATE_KEYLESS_RATE_LIMIT: '1000000',
    ...env,
  })
  const log = pino({ level: config.logLevel })
  const threads = !hasOwnThreads && canShareThreads(config) ? sharedThreads : undefined
  const service = await start({ config, log, clock: now, threads, ...largeRequests, ...options })
  const key = readFileSync(join(config.dataDir, 'bootstrap-key'), 'utf8').trim()
  // Opened once, because opening takes longer than creating an account.
  let accounts: ReturnType<typeof openStore> | undefined
  return {
    ...createClient(service.address, key),
    home: place,
    clock,
    metricsUrl: `${service.metricsAddress}/metrics`,
    async newAccount() {
      accounts ??= openStore(config)
      const made = await createAccount(await accounts, { clock: now, newId: createIdSource(now) }, randomUUID())
      if (made === undefined) throw new Error('the account exists')
      return made
    },
    drain: service.drain,
    async stop() {
      const opened = accounts
      accounts = undefined
      await (await opened)?.close()
      await service.stop()
      if (!home) await place.remove()
    },
  }
}

function canShareThreads({ embedder, scoringThreads }: Config): boolean {
  return embedder.kind === 'builtin' && scoringThreads === 1
}
