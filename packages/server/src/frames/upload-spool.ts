import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '@palate/core/fault.ts'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { makeDirectory } from '../store/directory.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { createByteRoom } from '../work/byte-room.ts'
import type { WorkContext } from '../work/work-context.ts'

/** Disk space for unchecked uploads of this process. One account may use at most half of it. */
export const temporaryBytesMax = 256 * 1024 * 1024
/** Uploads of an account that may wait for space. Their bodies are not read while they wait. */
export const waitingUploadsMax = 100
/** An older file was left by a dead process: no upload takes this long. */
export const leftFilesKeptMs = 3600_000

/** A received file that has not been checked. */
export interface SpooledFile {
  readonly path: string
  readonly contentHash: string
  readonly bytes: number
}

/** Holds uploads until they are checked. It is on the same disk as the library, so that files can be moved there. */
export function createUploadSpool(dataDir: string) {
  const folder = join(dataDir, 'incoming')
  const reserve = createByteRoom({
    bytesMax: temporaryBytesMax,
    waitingMax: waitingUploadsMax,
    what: 'uploads',
    retryAfterSeconds: 10,
  })

  return {
    /** Waits for space for a file of this size. Call the returned function once the file is gone. */
    reserve: (bytes: number | undefined, work: WorkContext): Promise<() => void> =>
      reserve(Math.min(bytes ?? uploadBytesMax, uploadBytesMax), work),

    /** Writes a file to the disk. Leaves nothing behind if it is refused or incomplete. */
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

    /** Why files cannot be written. Undefined if they can, or if the disk is full, which the store reports. */
    async tryWriting(): Promise<unknown> {
      try {
        const file = await this.receive([new Uint8Array(1)])
        await this.discard(file)
        return undefined
      } catch (error) {
        return error instanceof StoreUnavailableError ? undefined : error
      }
    },

    discard: ({ path }: SpooledFile): Promise<void> => rm(path, { force: true }),

    /** Removes files of processes that died during an upload. */
    async sweep(nowMs: number): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const left = await stat(join(folder, name)).catch(() => undefined)
        if (left && nowMs - left.mtimeMs > leftFilesKeptMs) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** Reports a full disk as an unavailable store. */
export function rethrowFull(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && fullCodes.has(error.code)
  throw isFull ? new StoreUnavailableError('full', 'the disk is full', { cause: error }) : error
}

/** The disk is full, the disk quota is used up, or the file exceeds the size limit. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

async function writeFile(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > uploadBytesMax) {
        throw new Fault('body_too_large', `a frame may have ${describeBytes(uploadBytesMax)} at most`)
      }
      hash.update(chunk)
      await writeWhole(file, chunk)
    }
    // Before the row: a power failure must not lose the bytes of a committed row.
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, contentHash: hash.digest('hex') }
}

/** A disk that fills up writes a part of a chunk, and reports an error only for the next one. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done)
    if (bytesWritten === 0) throw new StoreUnavailableError('full', 'the disk accepts no more data')
    done += bytesWritten
  }
}

/** Reads the file back, so that corrupt data is never acknowledged. */
async function verify(path: string, { contentHash }: Pick<SpooledFile, 'contentHash'>): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  if (hash.digest('hex') === contentHash) return
  throw new StoreUnavailableError('full', 'data read back from the disk differs from what was written')
}
