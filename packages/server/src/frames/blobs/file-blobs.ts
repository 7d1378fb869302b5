import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { ThreadServices } from '../../services.ts'
import { makeDirectory } from '../../store/directory.ts'
import { createUploadSpool, rethrowFull } from '../upload-spool.ts'
import type { BlobStorage } from './blob-storage.ts'
import { type BlobKey, findContentHashes } from './blob-store.ts'

/** Size of a chunk to send. */
const pieceBytes = 256 * 1024
/** About how many files a sweep checks; the next one continues from there. */
export const filesPerSweepMax = 20_000
const filesPerQueryMax = 400

/**
 * Files in the data directory, named by account and content hash, in 256 folders. Files are added and removed only
 * inside a write transaction, and SQLite has one writer at a time across all processes. So a sweep never removes a file
 * between its arrival and the commit of its row, and no row is committed before its file is on the disk.
 */
export function createFileBlobs({ store, config }: Pick<ThreadServices, 'store' | 'config'>): BlobStorage {
  const root = blobFolder(config.dataDir)
  const incoming = createUploadSpool(config.dataDir)
  const pathOf = (key: BlobKey) => join(root, fileNameOf(key))
  let nextFolder = 0

  async function removeIfUnreferenced(key: BlobKey): Promise<void> {
    await store.write(
      async (db) => {
        const named = await findContentHashes(db, key.accountId, [key.contentHash])
        if (named.size === 0) await rm(pathOf(key), { force: true })
      },
      { usesReserve: true },
    )
  }

  async function sweepFolder(folder: string): Promise<number> {
    const names = await readdir(join(root, folder)).catch(noneIfMissing)
    const byAccount = Map.groupBy(names.flatMap(keyOfFile), ({ accountId }) => accountId)
    for (const [accountId, keys] of byAccount) {
      for (const slice of slicesOf(keys, filesPerQueryMax)) {
        const hashes = slice.map(({ contentHash }) => contentHash)
        const named = await findContentHashes(store.backgroundRead, accountId, hashes)
        for (const key of slice) if (!named.has(key.contentHash)) await removeIfUnreferenced(key)
      }
    }
    return names.length
  }

  async function move(path: string, key: BlobKey): Promise<void> {
    const target = pathOf(key)
    makeDirectory(dirname(target))
    await rename(path, target)
    await syncFolder(dirname(target))
    await syncFolder(root)
  }

  return {
    put: (_db, key, path) => move(path, key).catch(rethrowFull),
    async putBytes(_db, key, bytes) {
      const { path } = await incoming.receive([bytes])
      await move(path, key).catch(rethrowFull)
    },
    has: async (_db, key) => (await sizeOf(pathOf(key))) !== undefined,
    async open(_db, key) {
      const file = await open(pathOf(key)).catch(undefinedIfMissing)
      return file && createReadStream('', { fd: file, highWaterMark: pieceBytes })
    },
    remove: async () => {},
    removeIfUnreferenced,
    async sweep() {
      for (let looked = 0, folders = 0; looked < filesPerSweepMax && folders < foldersCount; folders += 1) {
        looked += await sweepFolder(nextFolder.toString(16).padStart(2, '0'))
        nextFolder = (nextFolder + 1) % foldersCount
      }
    },
  }
}

export function blobFolder(dataDir: string): string {
  return join(dataDir, 'frames')
}

/** Relative to the folder of contents. */
export function fileNameOf({ accountId, contentHash }: BlobKey): string {
  return join(contentHash.slice(0, 2), `${accountId}.${contentHash}`)
}

/** False for a key whose file name could be outside the folder of contents. */
export function isBlobKey({ accountId, contentHash }: BlobKey): boolean {
  return keyOfFile(`${accountId}.${contentHash}`).length === 1
}

const foldersCount = 256

function keyOfFile(name: string): readonly BlobKey[] {
  const [, accountId, contentHash] = /^(acct_[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(name) ?? []
  return accountId === undefined || contentHash === undefined ? [] : [{ accountId, contentHash }]
}

/** Makes the file names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(undefinedIfMissing))?.size
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  undefinedIfMissing(error)
  return []
}
