import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../schema.ts'

/**
 * Copies one consistent state of a store into an empty file, as a SQLite store, while others read and write the
 * original. Then calls `complete`.
 */
export type CopyStore = (file: string, complete: CompleteCopy) => Promise<void>
/** Copies what is outside the file, and may change the copy. `snapshot` reads the same state of PostgreSQL. */
export type CompleteCopy = (copy: DatabaseSync, snapshot: Db | undefined) => Promise<void>

/**
 * Writes a backup and its checksum. The copy is checked for integrity and renamed to `target` only when it is complete
 * and synced, so that a file of that name is always a valid backup.
 */
export async function writeBackup(target: string, copy: CopyStore, complete: CompleteCopy): Promise<void> {
  const partial = `${target}.partial`
  const remove = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${end}`, { force: true })
  }
  remove()
  // The store contains webhook secrets. SQLite writes into an empty file, and gives its journal the same permissions.
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    await copy(partial, complete)
    checkIntegrity(partial)
    const file = openSync(partial, 'r')
    fsyncSync(file)
    closeSync(file)
    // In the format of `sha256sum --check`.
    const sum = `${await fileHash(partial)}  ${basename(target)}\n`
    writeFileSync(checksumFile(target), sum, { mode: 0o600, flush: true })
    renameSync(partial, target)
  } finally {
    remove()
  }
}

export function copySqlite(source: string): CopyStore {
  return async (file, complete) => {
    const database = new DatabaseSync(source, { timeout: 10_000 })
    try {
      database.prepare('vacuum into ?').run(file)
    } finally {
      database.close()
    }
    const copy = new DatabaseSync(file)
    try {
      await complete(copy, undefined)
    } finally {
      copy.close()
    }
  }
}

export function checksumFile(backup: string): string {
  return `${backup}.sha256`
}

/** SHA-256, hexadecimal. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function checkIntegrity(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true })
  const row = copy.prepare('pragma integrity_check').get()
  copy.close()
  if (row?.integrity_check !== 'ok') throw new Error(`the copy is damaged: ${row?.integrity_check}`)
}
