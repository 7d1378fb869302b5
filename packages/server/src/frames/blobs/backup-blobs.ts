import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '../../store/directory.ts'
import { blobFolder, fileNameOf } from './file-blobs.ts'

/**
 * Copies the files that a copy of the store refers to. Frames deleted since the copy was made are also deleted from the
 * copy, so that no row refers to a missing file.
 */
export function backUpBlobs(copy: DatabaseSync, dataDir: string, target: string): void {
  // A store last written by an older version may have no library.
  if (!copy.prepare("select 1 from sqlite_schema where name = 'frame_contents'").get()) return
  const rows = copy.prepare('select account_id, content_hash from frame_contents where text_object is null').all()
  if (rows.length > 0) mkdirSync(target, { mode: 0o700 })
  for (const { account_id, content_hash } of rows) {
    const key = { accountId: String(account_id), contentHash: String(content_hash) }
    if (copyFile(join(blobFolder(dataDir), fileNameOf(key)), join(target, fileNameOf(key)))) continue
    for (const table of ['frames', 'frame_contents']) {
      copy.prepare(`delete from ${table} where account_id = ? and content_hash = ?`).run(key.accountId, key.contentHash)
    }
  }
}

/** False if the file does not exist. */
function copyFile(source: string, target: string): boolean {
  if (!existsSync(source)) return false
  makeDirectory(dirname(target))
  try {
    copyFileSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  chmodSync(target, 0o600)
  const file = openSync(target, 'r')
  fsyncSync(file)
  closeSync(file)
  return true
}
