import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
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
export interface SpooledFile {
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
}

/** The place where uploads lie until they are checked: on the disk on which they are kept, so that they can be moved. */
export function createUploadSpool(dataDir: string) {
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
    async receive(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<SpooledFile> {
      const path = join(folder, randomBytes(16).toString('hex'))
      try {
        makeDirectory(folder)
        const received = await writeFile(path, chunks)
        await verify(path, received)
        return { path, ...received }
      } catch (error) {
        await rm(path, { force: true })
        return rethrowFull(error)
      }
    },

    discard: ({ path }: SpooledFile): Promise<void> => rm(path, { force: true }),

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

/** An error of a disk without room is one of the store. */
export function rethrowFull(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && fullCodes.has(error.code)
  throw isFull ? new StoreUnavailableError('full', 'the disk has no room left', { cause: error }) : error
}

/** Of the disk, of what the account of the process may use of it, and of how large its files may be. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

async function writeFile(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > frameBytesMax) throw new Fault('body_too_large', `a frame may have ${frameBytesMax} bytes at most`)
      hash.update(chunk)
      await writeWhole(file, chunk)
    }
    // Before the row: a committed row never names bytes that a power failure can take away.
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, contentHash: hash.digest('hex') }
}

/** A disk that gets full takes a part of a chunk, and reports an error only for the next one. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done)
    if (bytesWritten === 0) throw new StoreUnavailableError('full', 'the disk takes nothing more')
    done += bytesWritten
  }
}

/** Reads what is on the disk again: nothing is acknowledged that was stored as something else. */
async function verify(path: string, { contentHash }: Pick<SpooledFile, 'contentHash'>): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  if (hash.digest('hex') === contentHash) return
  throw new StoreUnavailableError('full', 'the disk did not keep what was written')
}
