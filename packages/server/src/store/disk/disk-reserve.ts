import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Room on the disk of the data directory for deletions, revocations and sign-ins. Other writes leave this much free; a
 * file of the same size is deleted when another program has used that up.
 */
export const reserveBytes = 16 * 1024 * 1024

export interface DiskReserve {
  /** Whether a write that may not use the reserve has room. */
  hasRoom(): boolean
  /** Gives the file's room to the writes that may use it. */
  release(): void
  /** Makes the file if it is missing and there is room for it. */
  keep(): Promise<void>
}

/** `reusableBytes`: room inside the store's own file. `freeBytes`: room on the disk. */
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
      // Random, so that a file system that compresses reserves as much.
      await writeFile(path, randomFillSync(Buffer.alloc(reserveBytes)), { mode: 0o600, flush: true })
    } catch {
      // Part of a reserve would only take room from what it is for.
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

/** What may still be written to the directory's file system. */
export function freeBytesIn(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}
