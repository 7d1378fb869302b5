import { copyFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '../store/directory.ts'
import type { Db } from '../store/schema.ts'
import type { ContentKey } from './content-store.ts'
import { fileNameOf } from './file-contents.ts'
import { createRowContents } from './row-contents.ts'

/** A picture of the library that a backup has as a file. */
interface BackedUp {
  readonly key: ContentKey
  readonly path: string
}

/** The files of a backup that its store names. The first that is missing is told to `refuse`. */
export function backedUpContents(store: string, folder: string, refuse: (path: string) => never): readonly BackedUp[] {
  const database = new DatabaseSync(store, { readOnly: true })
  try {
    const rows = database.prepare('select account_id, content_hash from frame_contents where text_object is null').all()
    return rows.map(({ account_id, content_hash }) => {
      const key = { accountId: String(account_id), contentHash: String(content_hash) }
      const path = join(folder, fileNameOf(key))
      return existsSync(path) ? { key, path } : refuse(path)
    })
  } finally {
    database.close()
  }
}

export function copyContents(contents: readonly BackedUp[], target: string): void {
  for (const { key, path } of contents) {
    makeDirectory(dirname(join(target, fileNameOf(key))))
    copyFileSync(path, join(target, fileNameOf(key)))
  }
}

/** Puts them into PostgreSQL, in the caller's transaction. */
export async function insertContents(db: Db, contents: readonly BackedUp[]): Promise<void> {
  const rows = createRowContents()
  for (const { key, path } of contents) await rows.put(db, key, path)
}
