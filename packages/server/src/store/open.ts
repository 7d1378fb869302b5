import { join } from 'node:path'
import { sql } from 'kysely'
import type { ReadinessCheck } from '../platform/readiness.ts'
import { countExisting } from './disk/account-bytes.ts'
import { createDiskReserve } from './disk/disk-reserve.ts'
import { createDiskRoom } from './disk/disk-room.ts'
import { watchStoreFile } from './disk/store-file.ts'
import { openPostgres, secondaryConnections } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { guardStore } from './guarded-store.ts'
import { migrate } from './migrations/migrate.ts'
import { type Migration, migrations as ours } from './migrations/migrations.ts'
import { startUpgradeWatch } from './migrations/upgrade-watch.ts'
import type { Engine, ObserveDuration, Store, StoreLog } from './store.ts'

export interface StoreConfig {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** At least 2; other threads have a few more of their own. */
  readonly postgresConnectionsMax?: number | undefined
  /** False if PostgreSQL is behind a pooler that does not support prepared statements. */
  readonly preparesStatements?: boolean | undefined
  /** The limit for each account; no limit if omitted. */
  readonly accountBytesMax?: number | undefined
}

/** The store could not be opened; see `cause`. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

interface StoreOptions {
  readonly observe?: ObserveDuration
  readonly log?: StoreLog
  /** Upgrade tests pass the migrations of another version. */
  readonly migrations?: readonly Migration[] | undefined
  /** Another thread of this process has applied the migrations and uses most of the connections. */
  readonly isSecondary?: boolean
  /** For a service: counts what accounts use, and reserves disk space. */
  readonly isService?: boolean
  readonly clock?: () => Date
  /** Free bytes on the disk of the data directory; for tests. */
  readonly freeBytes?: () => number
}

/** Opens the configured store and applies pending migrations. */
export async function openStore(config: StoreConfig, options: StoreOptions = {}): Promise<Store> {
  const {
    dataDir,
    databaseUrl,
    postgresConnectionsMax,
    preparesStatements,
    accountBytesMax = Number.POSITIVE_INFINITY,
  } = config
  const { observe, log = silent, migrations = ours, isSecondary = false, isService = false, freeBytes } = options
  const { clock = () => new Date() } = options
  let engine: Engine | undefined
  try {
    engine =
      databaseUrl === undefined
        ? openSqlite(sqliteFile(dataDir), observe)
        : openPostgres(databaseUrl, {
            observe,
            connectionsMax: isSecondary ? secondaryConnections(postgresConnectionsMax) : postgresConnectionsMax,
            preparesStatements,
            onStatementsLost: () =>
              log.warn({}, 'the connection pooler loses prepared statements, so they are no longer used'),
          })
    if (!isSecondary) await migrate(engine, migrations)
    const reserve = databaseUrl === undefined ? createDiskReserve(dataDir, engine.reusableBytes, freeBytes) : undefined
    const room = createDiskRoom(engine, dataDir, reserve, log)
    const file = databaseUrl === undefined ? watchStoreFile(sqliteFile(dataDir), log) : undefined
    const upgrades = startUpgradeWatch(engine, migrations, log)
    await upgrades.refresh()
    if (isService) await Promise.all([countExisting(engine), reserve?.keep()])
    const guarded = guardStore(engine, { room, reserve, file, upgrades, accountBytesMax, clock })
    const checks = [storeAnswers(engine, log), room.check, upgrades.check, ...(file ? [file.check] : [])]
    return { ...guarded, accountBytesMax, checks }
  } catch (cause) {
    await engine?.close()
    throw new StoreError('the store cannot be opened', { cause })
  }
}

const silent: StoreLog = { info: () => {}, error: () => {}, warn: () => {} }

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'palate.db')
}

/** The files of an embedded store. SQLite replays a log that it finds, into whatever file is next to it. */
export function sqliteFiles(dataDir: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => `${sqliteFile(dataDir)}${ending}`)
}

const storeAnswerTimeoutMs = 2000

export function storeAnswers(engine: Engine, log: StoreLog): ReadinessCheck {
  return {
    name: 'store',
    concerns: 'dependency',
    async check() {
      try {
        await withTimeout(sql`select 1`.execute(engine.backgroundRead), storeAnswerTimeoutMs)
        return undefined
      } catch (error) {
        log.warn({ err: error }, 'the store is not responding')
        return 'the store is not responding'
      }
    },
  }
}

async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
