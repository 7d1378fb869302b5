import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Disk space in the data directory for deletions, revocations and sign-ins. Other writes leave this much free. If
 * another program has used it up, a file of the same size is deleted.
 */
export const reserveBytes = 16 * 1024 * 1024

export interface DiskReserve {
  /** Whether there is room for a write that may not use the reserve. */
  hasRoom(): boolean
  /** Frees the file's space for writes that may use it. */
  release(): void
  /** Creates the file if it is missing and there is room for it. */
  keep(): Promise<void>
}

/** `reusableBytes`: free space inside the store's own file. `freeBytes`: free space on the disk. */
export function createDiskReserve(
  dataDir: string,
  reusableBytes: () => number,
  freeBytes = () => freeBytesIn(dataDir),
): DiskReserve {
  const path = join(dataDir, 'reserve')
  let keeping: Promise<void> | undefined

  async function write(): Promise<void> {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size >= reserveBytes || freeBytes() < 2 * reserveBytes) return
    try {
      // Random bytes, so that a compressing file system reserves the full size.
      await writeFile(path, randomFillSync(Buffer.alloc(reserveBytes)), { mode: 0o600, flush: true })
    } catch {
      // A partial reserve would only take space away from what it is for.
      await rm(path, { force: true })
    }
  }

  return {
    hasRoom: () => freeBytes() >= reserveBytes || reusableBytes() >= reserveBytes,
    release: () => rmSync(path, { force: true }),
    keep() {
      keeping ??= write().finally(() => {
        keeping = undefined
      })
      return keeping
    },
  }
}

/** Bytes that can still be written to the directory's file system. */
export function freeBytesIn(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}
