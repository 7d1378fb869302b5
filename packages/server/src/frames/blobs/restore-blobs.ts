import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { sha256 } from '../../platform/hash.ts'
import { BackupError } from '../../store/backup/backup-error.ts'
import { makeDirectory } from '../../store/directory.ts'
import type { Db } from '../../store/schema.ts'
import type { BlobKey } from './blob-store.ts'
import { fileNameOf, isBlobKey } from './file-blobs.ts'
import { createRowBlobs } from './row-blobs.ts'

/** The folder `FILE.frames` of a backup, and the pictures that its store refers to. */
export interface BackedUpBlobs {
  readonly folder: string
  readonly keys: readonly BlobKey[]
}

export function backedUpBlobs(store: string, folder: string): BackedUpBlobs {
  const database = new DatabaseSync(store, { readOnly: true })
  try {
    const rows = database.prepare('select account_id, content_hash, text_object, home from frame_contents').all()
    const keys = rows.map(({ account_id, content_hash }) => blobKeyOf(String(account_id), String(content_hash)))
    return { folder, keys: keys.filter((_, i) => rows[i]?.text_object === null && rows[i].home === null) }
  } finally {
    database.close()
  }
}

export function copyBlobs({ folder, keys }: BackedUpBlobs, target: string): void {
  for (const key of keys) copyPicture(folder, key, target)
}

/** Stores them in PostgreSQL, in the caller's transaction. First copies each into `stage` and checks it there. */
export async function insertBlobs(db: Db, { folder, keys }: BackedUpBlobs, stage: string): Promise<void> {
  const rows = createRowBlobs()
  for (const key of keys) {
    const copy = copyPicture(folder, key, stage)
    await rows.put(db, key, copy).finally(() => rmSync(copy))
  }
}

function blobKeyOf(accountId: string, contentHash: string): BlobKey {
  const key = { accountId, contentHash }
  if (!isBlobKey(key)) throw new BackupError('it has a picture with an invalid account id or hash')
  return key
}

/** Copies a picture. Throws unless it is a regular file whose bytes match the hash in its name. */
function copyPicture(folder: string, key: BlobKey, target: string): string {
  const path = join(folder, fileNameOf(key))
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) throw new BackupError(`the picture ${path} is missing: copy ${folder} along with the backup`)
  if (!found.isFile() || !lstatSync(dirname(path)).isDirectory()) {
    throw new BackupError(`${path} is not a regular file in a regular folder, as \`palate backup\` writes it`)
  }
  const bytes = found.size > uploadBytesMax ? undefined : readFileSync(path)
  if (!bytes || sha256(bytes).toString('hex') !== key.contentHash) {
    throw new BackupError(`the picture ${path} is damaged: its SHA-256 differs from its name`)
  }
  const copy = join(target, fileNameOf(key))
  makeDirectory(dirname(copy))
  writeFileSync(copy, bytes, { mode: 0o600, flag: 'wx', flush: true })
  return copy
}
