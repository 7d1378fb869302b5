import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies a SQLite store into a new file while others read and write it. The copy is one consistent state, compacted and
 * checked for integrity. It is renamed to `target` only when it is complete and synced, so that a file of that name is
 * always a valid backup. `complete` copies the files next to the store, and may change the copy.
 */
export function backUpSqlite(source: string, target: string, complete: (copy: DatabaseSync) => void): void {
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  // The store contains webhook secrets. SQLite writes into an empty file, and gives its journal the same permissions.
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    const database = new DatabaseSync(source, { timeout: 10_000 })
    database.prepare('vacuum into ?').run(partial)
    database.close()
    const copy = new DatabaseSync(partial)
    complete(copy)
    copy.close()
    check(partial)
    const file = openSync(partial, 'r')
    fsyncSync(file)
    closeSync(file)
    renameSync(partial, target)
  } finally {
    rmSync(partial, { force: true })
  }
}

function check(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true })
  const row = copy.prepare('pragma integrity_check').get()
  copy.close()
  if (row?.integrity_check !== 'ok') throw new Error(`the copy is damaged: ${row?.integrity_check}`)
}
