import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '@palate/core/fault.ts'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { makeDirectory } from '../store/directory.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { WorkContext } from '../work/work-context.ts'

/** What uploads of this process may have on the disk before they are checked. One account uses half of it at most. */
export const temporaryBytesMax = 256 * 1024 * 1024
/** Uploads of an account that wait for room. The bodies of those that wait are not read. */
export const waitingUploadsMax = 100
/** A file that is older was left by a process that died: no upload takes as long. */
export const leftFilesKeptMs = 3600_000
/** A full queue is worked off in about this time. */
const retryAfterSeconds = 10

/** A file that was received but not checked. */
export interface IncomingFile {
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
}

/** The place where uploads lie until they are checked: on the disk on which they are kept, so that they can be moved. */
export function createIncoming(dataDir: string) {
  const folder = join(dataDir, 'incoming')
  const room = createSemaphore({ max: temporaryBytesMax, leavesRoom: true })

  return {
    /** Waits until there is room for a file of this size. Call the returned function when the file is gone. */
    async reserve(bytes: number | undefined, work: WorkContext): Promise<() => void> {
      if (room.waitingOf(work.priority, work.accountId) >= waitingUploadsMax) {
        throw new Fault('unavailable', 'too many uploads of this account are waiting; try again later', {
          headers: { 'retry-after': String(retryAfterSeconds) },
        })
      }
      return room.acquire(work, { slots: Math.min(bytes ?? frameBytesMax, frameBytesMax) })
    },

    /** Writes a file to the disk. If it is refused or breaks off, nothing of it remains. */
    async receive(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<IncomingFile> {
      makeDirectory(folder)
      const path = join(folder, randomBytes(16).toString('hex'))
      const file = await open(path, 'wx', 0o600)
      try {
        const received = await write(file, chunks)
        // Before the row: a committed row never names bytes that a power failure can take away.
        await file.sync()
        return { path, ...received }
      } catch (error) {
        await rm(path, { force: true })
        throw isFull(error) ? new StoreUnavailableError('full', 'the disk has no room left', { cause: error }) : error
      } finally {
        await file.close()
      }
    },

    discard: ({ path }: IncomingFile): Promise<void> => rm(path, { force: true }),

    /** Removes what processes have left that died during an upload. */
    async sweep(nowMs: number): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const left = await stat(join(folder, name)).catch(() => undefined)
        if (left && nowMs - left.mtimeMs > leftFilesKeptMs) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** The disk, or what the account of the process may use of it. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

async function write(file: FileHandle, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > frameBytesMax) throw new Fault('body_too_large', `a frame may have ${frameBytesMax} bytes at most`)
    hash.update(chunk)
    await file.write(chunk)
  }
  return { bytes, contentHash: hash.digest('hex') }
}
