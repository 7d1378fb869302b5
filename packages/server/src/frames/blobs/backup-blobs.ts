import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { DamagedObjectError } from '../../bucket/object-store.ts'
import { sha256 } from '../../platform/hash.ts'
import { columnsOf } from '../../store/backup/backup-tables.ts'
import { makeDirectory } from '../../store/directory.ts'
import type { Db } from '../../store/schema.ts'
import type { BlobKey } from './blob-store.ts'
import { blobFolder, fileNameOf } from './file-blobs.ts'
import { createRowBlobs } from './row-blobs.ts'

/** Each is held in memory. */
const blobsAtOnceMax = 4

/** Undefined if the picture does not exist. */
type ReadBlob = (key: BlobKey) => Promise<Uint8Array | undefined>

export interface BlobSources {
  /** From the store that is backed up. */
  readonly store: ReadBlob
  /** From a bucket. Pictures in buckets are not copied if undefined. */
  readonly bucket: ((home: string, key: BlobKey) => Promise<Uint8Array | undefined>) | undefined
}

export interface BackedUpPictures {
  readonly damaged: readonly BlobKey[]
  /** Pictures that stay in their buckets. */
  readonly elsewhere: number
}

/**
 * Writes the pictures that a copy of the store refers to as files. A picture that was deleted since the copy was made,
 * or is damaged, is also deleted from the copy, so that no row refers to a missing file.
 */
export async function backUpBlobs(
  copy: DatabaseSync,
  { store, bucket }: BlobSources,
  target: string,
): Promise<BackedUpPictures> {
  const damaged: BlobKey[] = []

  async function backUp({ key, home }: BlobRow): Promise<void> {
    const bytes = await (home === null ? store(key) : bucket?.(home, key))?.catch(emptyIfDamaged)
    const isWhole = bytes !== undefined && sha256(bytes).toString('hex') === key.contentHash
    if (!isWhole) {
      if (bytes !== undefined) damaged.push(key)
      return forget(copy, key)
    }
    const path = join(target, fileNameOf(key))
    makeDirectory(dirname(path))
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true })
  }

  const all = listBlobs(copy)
  const rows = all.filter(({ home }) => bucket || home === null)
  if (rows.length > 0) mkdirSync(target, { mode: 0o700 })
  for (const slice of slicesOf(rows, blobsAtOnceMax)) await Promise.all(slice.map(backUp))
  if (bucket && columnsOf(copy, 'frame_contents').includes('home')) {
    copy.exec('update frame_contents set home = null where home is not null')
  }
  return { damaged, elsewhere: all.length - rows.length }
}

/** From the files of the embedded store, or from the rows that PostgreSQL has in this snapshot. */
export function readBlobsOf(dataDir: string, snapshot: Db | undefined): ReadBlob {
  if (!snapshot) return (key) => readFile(join(blobFolder(dataDir), fileNameOf(key))).catch(undefinedIfMissing)
  const rows = createRowBlobs()
  return async (key) => {
    const stream = await rows.open(snapshot, key)
    return stream && buffer(stream)
  }
}

interface BlobRow {
  readonly key: BlobKey
  readonly home: string | null
}

/** None in a store of an older version that has no library. */
function listBlobs(copy: DatabaseSync): readonly BlobRow[] {
  if (columnsOf(copy, 'frame_contents').length === 0) return []
  const rows = copy.prepare('select * from frame_contents where text_object is null').all()
  return rows.map(({ account_id, content_hash, home = null }) => ({
    key: { accountId: String(account_id), contentHash: String(content_hash) },
    home: home === null ? null : String(home),
  }))
}

function forget(copy: DatabaseSync, { accountId, contentHash }: BlobKey): void {
  for (const table of ['frames', 'frame_contents']) {
    copy.prepare(`delete from ${table} where account_id = ? and content_hash = ?`).run(accountId, contentHash)
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** No picture is empty, so its hash differs. */
function emptyIfDamaged(error: unknown): Uint8Array {
  if (error instanceof DamagedObjectError) return new Uint8Array()
  throw error
}
