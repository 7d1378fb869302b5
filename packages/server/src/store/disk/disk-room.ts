import type { ReadinessCheck } from '../../platform/readiness.ts'
import type { Db } from '../schema.ts'
import { type Engine, type StoreLog, StoreUnavailableError } from '../store.ts'
import type { DiskReserve } from './disk-reserve.ts'

/** A full store is retried on readiness checks, but not more often than this. */
const probeEveryMs = 1_000
const reportEveryMs = 60_000

export interface DiskRoom {
  /** Throws if there is only room for writes that may use the reserve. */
  refuseIfLow(): void
  /** Call this when a write failed for lack of space. */
  noteFull(error: unknown): void
  readonly check: ReadinessCheck
}

/**
 * Remembers that the store is out of space, logs it once a minute, and notices when space is available again. `reserve`
 * is undefined if the store is on another server's disk.
 */
export function createDiskRoom(
  engine: Engine,
  dataDir: string,
  reserve: DiskReserve | undefined,
  log: StoreLog,
): DiskRoom {
  const where = reserve === undefined ? 'on the PostgreSQL server' : `in ${dataDir} (PALATE_DATA_DIR)`
  let isFull = false
  let reportedMs = Number.NEGATIVE_INFINITY
  let probedMs = Number.NEGATIVE_INFINITY

  async function hasRoom(): Promise<boolean> {
    if (performance.now() - probedMs < probeEveryMs) return false
    probedMs = performance.now()
    if (reserve?.hasRoom() === false) return false
    return engine.write(insertAndDelete).then(
      () => true,
      () => false,
    )
  }

  function noteFull(error: unknown): void {
    isFull = true
    if (performance.now() - reportedMs < reportEveryMs) return
    reportedMs = performance.now()
    log.error({ err: error, dataDir }, `no disk space left ${where}: writes are refused until space is freed`)
  }

  return {
    refuseIfLow() {
      if (reserve?.hasRoom() !== false) {
        if (isFull) void reserve?.keep()
        return
      }
      const error = new StoreUnavailableError('full', 'the store has no disk space left except its reserve')
      noteFull(error)
      throw error
    },
    noteFull,
    check: {
      name: 'room',
      concerns: 'dependency',
      async check() {
        if (isFull && (await hasRoom())) {
          isFull = false
          await reserve?.keep()
          log.info({ dataDir }, `disk space is available again ${where}`)
        }
        return isFull ? 'the store has no disk space left' : undefined
      },
    },
  }
}

/** A small write that leaves nothing behind. On SQLite, an update that changes no value would not reach the disk. */
async function insertAndDelete(db: Db): Promise<void> {
  const name = 'probe'
  await db.insertInto('schema_migrations').values({ name, applied_at: '' }).execute()
  await db.deleteFrom('schema_migrations').where('name', '=', name).execute()
}
