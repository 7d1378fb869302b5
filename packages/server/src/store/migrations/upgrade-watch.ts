import type { ReadinessCheck } from '../../platform/readiness.ts'
import type { Db } from '../schema.ts'
import { type Engine, type StoreLog, StoreUnavailableError } from '../store.ts'
import type { Migration } from './migrations.ts'

const lookEveryMs = 10_000

const advice = 'a newer version of Palate has upgraded the store: restart this process with the new version'

export interface UpgradeWatch {
  /** Checks now. Call it when a statement failed for an unknown reason. */
  refresh(): Promise<void>
  /** Throws if a newer version of Palate has changed the store in a way that this process does not understand. */
  refuseIfOutdated(): void
  readonly isOutdated: boolean
  readonly check: ReadinessCheck
  stop(): void
}

/**
 * Notices when a newer version of Palate migrates the store while this process runs. After additive migrations the
 * process keeps running. After any other it stops writing, because it could damage data that it does not understand.
 */
export function startUpgradeWatch(engine: Engine, known: readonly Migration[], log: StoreLog): UpgradeWatch {
  let seen: ReadonlySet<string> = new Set()
  let outdatedBy: string | undefined

  async function refresh(): Promise<void> {
    const unknown = await findUnknown(engine.backgroundRead, known)
    const added = unknown.filter(({ name }) => !seen.has(name))
    if (added.length === 0) return
    seen = new Set(unknown.map(({ name }) => name))
    const migrations = added.map(({ name }) => name)
    outdatedBy = unknown.find(({ isAdditive }) => !isAdditive)?.name
    if (outdatedBy === undefined)
      log.info({ migrations }, 'a newer version of Palate has upgraded the store; this process keeps running')
    else log.error({ migrations }, advice)
  }

  // Another component reports a store that is not responding.
  const refreshQuietly = () => refresh().catch(() => {})
  const timer = setInterval(() => void refreshQuietly(), lookEveryMs).unref()
  return {
    refresh: refreshQuietly,
    refuseIfOutdated() {
      if (outdatedBy !== undefined) throw new StoreUnavailableError('outdated', advice)
    },
    get isOutdated() {
      return outdatedBy !== undefined
    },
    check: {
      name: 'version',
      concerns: 'process',
      async check() {
        await refreshQuietly()
        return outdatedBy === undefined ? undefined : advice
      },
    },
    stop: () => clearInterval(timer),
  }
}

/** The store's migrations that this version does not have. */
export async function findUnknown(db: Db, known: readonly Migration[]) {
  const names = new Set(known.map(({ name }) => name))
  const rows = await db.selectFrom('schema_migrations').select(['name', 'is_additive']).execute()
  return rows
    .filter(({ name }) => !names.has(name))
    .map(({ name, is_additive }) => ({ name, isAdditive: is_additive === 1 }))
}
