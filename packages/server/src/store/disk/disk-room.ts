import type { ReadinessCheck } from '../../composition/readiness.ts'
import type { Db } from '../schema.ts'
import { type Engine, type StoreLog, StoreUnavailableError } from '../store.ts'
import type { DiskReserve } from './disk-reserve.ts'

/** A full store is tried again when somebody asks for readiness, but not more often than this. */
const probeEveryMs = 1_000
const reportEveryMs = 60_000

export interface DiskRoom {
  /** Throws if only writes that may use the reserve have room. */
  refuseIfLow(): void
  /** A write failed for lack of room. */
  noteFull(error: unknown): void
  readonly check: ReadinessCheck
}

/**
 * Remembers that the store has no room, reports it once a minute, and notices when there is room again. `reserve` is
 * undefined if the store is on the disk of another server.
 */
export function createDiskRoom(
  engine: Engine,
  dataDir: string,
  reserve: DiskReserve | undefined,
  log: StoreLog,
): DiskRoom {
  const where = reserve === undefined ? 'on the disk of PostgreSQL' : `in ${dataDir} (PALATE_DATA_DIR)`
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
    log.error({ err: error, dataDir }, `no room left ${where}: writes are refused until there is`)
  }

  return {
    refuseIfLow() {
      if (reserve?.hasRoom() !== false) {
        if (isFull) void reserve?.keep()
        return
      }
      const error = new StoreUnavailableError('full', 'the store has no room left but its reserve')
      noteFull(error)
      throw error
    },
    noteFull,
    check: {
      name: 'room',
      async check() {
        if (isFull && (await hasRoom())) {
          isFull = false
          await reserve?.keep()
          log.info({ dataDir }, `there is room again ${where}`)
        }
        return isFull ? 'the store has no room left' : undefined
      },
    },
  }
}

/** A small write that leaves nothing. An update that changes no value would not reach the disk of SQLite. */
async function insertAndDelete(db: Db): Promise<void> {
  const name = 'probe'
  await db.insertInto('schema_migrations').values({ name, applied_at: '' }).execute()
  await db.deleteFrom('schema_migrations').where('name', '=', name).execute()
}
