import { statfs } from 'node:fs/promises'
import type { ReadinessCheck } from '../readiness.ts'
import type { Db } from './schema.ts'
import type { Engine, StoreLog } from './store.ts'

/** With less than this left, a data directory counts as full. */
export const freeBytesMin = 1024 * 1024
/** A full store is tried again when somebody asks for readiness, but not more often than this. */
const probeEveryMs = 1_000
const reportEveryMs = 60_000

export interface DiskRoom {
  /** A write failed for lack of room. */
  noteFull(error: unknown): void
  readonly check: ReadinessCheck
}

/**
 * Remembers that the store has no room, reports it once a minute, and notices when there is room again. `dataDir` is the
 * directory that the store writes to, undefined if that is another server's.
 */
export function createDiskRoom(engine: Engine, dataDir: string | undefined, log: StoreLog): DiskRoom {
  const where = dataDir === undefined ? 'on the disk of PostgreSQL' : `in ${dataDir} (PALATE_DATA_DIR)`
  let isFull = false
  let reportedMs = Number.NEGATIVE_INFINITY
  let probedMs = Number.NEGATIVE_INFINITY

  async function hasRoom(): Promise<boolean> {
    if (performance.now() - probedMs < probeEveryMs) return false
    probedMs = performance.now()
    if (dataDir !== undefined && (await freeBytes(dataDir)) < freeBytesMin) return false
    return engine.write(insertAndDelete).then(
      () => true,
      () => false,
    )
  }

  return {
    noteFull(error) {
      isFull = true
      if (performance.now() - reportedMs < reportEveryMs) return
      reportedMs = performance.now()
      log.error({ err: error, dataDir }, `no room left ${where}: writes are refused until there is`)
    },
    check: {
      name: 'room',
      async check() {
        if (isFull && (await hasRoom())) {
          isFull = false
          log.info({ dataDir }, `there is room again ${where}`)
        }
        return isFull ? 'the store has no room left' : undefined
      },
    },
  }
}

/** What may still be written to the directory's file system. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

/** A small write that leaves nothing. An update that changes no value would not reach the disk of SQLite. */
async function insertAndDelete(db: Db): Promise<void> {
  const name = 'probe'
  await db.insertInto('schema_migrations').values({ name, applied_at: '' }).execute()
  await db.deleteFrom('schema_migrations').where('name', '=', name).execute()
}
