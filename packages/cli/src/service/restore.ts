import {
  closeSync,
  type Dirent,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { homesIn } from '@palate/server/bucket/backup-objects.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { isSecretKey } from '@palate/server/config/secret-key.ts'
import { fileNameOf } from '@palate/server/frames/blobs/file-blobs.ts'
import { type BackedUpBlobs, backedUpBlobs, copyBlobs, insertBlobs } from '@palate/server/frames/blobs/restore-blobs.ts'
import { hasAccounts } from '@palate/server/keys/accounts.ts'
import { secretKeyFile } from '@palate/server/platform/secret-keys.ts'
import { checksumFile } from '@palate/server/store/backup/backup.ts'
import { BackupError } from '@palate/server/store/backup/backup-error.ts'
import { refuseDamaged } from '@palate/server/store/backup/check-backup.ts'
import { copyRows, stageBackup } from '@palate/server/store/backup/restore.ts'
import { makeDirectory } from '@palate/server/store/directory.ts'
import { StoreError, sqliteFile, sqliteFiles } from '@palate/server/store/open.ts'
import { CommandError, print, printWarning } from '../output.ts'
import { messageOf, withStore } from './store.ts'

const stagePrefix = 'palate-restore-'

export async function restore(backup: string): Promise<void> {
  if (!existsSync(backup)) throw new CommandError(`there is no file ${backup}`)
  if (!existsSync(checksumFile(backup)))
    printWarning(`there is no ${checksumFile(backup)}: damage inside rows goes unnoticed`)
  const config = readConfig(process.env)
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded) {
    requireNoStore(config.dataDir)
    // On the same disk as its final location, so that it can be renamed into place.
    makeDirectory(config.dataDir)
    complainOfLeftOvers(config.dataDir)
  }
  const stage = mkdtempSync(join(isEmbedded ? config.dataDir : tmpdir(), stagePrefix))
  try {
    await stageBackup(backup, stage)
    refuseUnknownHomes(homesIn(sqliteFile(stage)), config)
    const pictures = backedUpBlobs(sqliteFile(stage), `${backup}.frames`)
    if (isEmbedded) {
      requireNoOtherPictures(framesFolder(config.dataDir), pictures)
      copyBlobs(pictures, framesFolder(stage))
      restoreKey(`${backup}.key`, config.dataDir)
      moveIntoPlace(stage, config.dataDir)
    } else {
      await intoPostgres(stage, pictures)
    }
  } catch (error) {
    throw explain(error, backup)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  print(`palate: restored ${backup} into ${targetOf(config)}; its keys work as before`)
  if (!isEmbedded && existsSync(`${backup}.key`))
    print(`palate: start the service with PALATE_SECRET_KEY_FILE=${backup}.key`)
}

/** The service would sign requests to every bucket that the backup names. */
function refuseUnknownHomes(homes: readonly string[], config: Config): void {
  const { knows } = createObjectStore(config)
  const unknown = homes.find((home) => !knows(home))
  if (unknown === undefined) return
  throw new BackupError(
    `it refers to pictures in ${unknown}: name the bucket in PALATE_FRAMES_URL or PALATE_FRAMES_URL_OLD if it is yours`,
  )
}

/** Copies the key of webhook secrets. Before the store, so that the service never starts without it. */
function restoreKey(source: string, dataDir: string): void {
  if (!existsSync(source)) return
  const target = secretKeyFile(dataDir)
  const key = readFileSync(source, 'utf8')
  if (!isSecretKey(key.trim())) throw new CommandError(`${source} is not a key of webhook secrets`)
  if (existsSync(target) && readFileSync(target, 'utf8') !== key) {
    throw new CommandError(`${target} is the key of another store: set PALATE_DATA_DIR to another directory`)
  }
  writeFileSync(target, key, { mode: 0o600, flush: true })
}

function targetOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? dataDir : 'the database in DATABASE_URL'
}

function framesFolder(dataDir: string): string {
  return join(dataDir, 'frames')
}

function requireNoStore(dataDir: string): void {
  const found = sqliteFiles(dataDir).find((file) => existsSync(file))
  if (found === undefined) return
  const what = found === sqliteFile(dataDir) ? 'a store' : `${basename(found)}, a part of another store`
  throw new CommandError(`${dataDir} already contains ${what}: set PALATE_DATA_DIR to another directory`)
}

/** Pictures without a store are those of an interrupted restore, if this backup has all of them. */
function requireNoOtherPictures(frames: string, { keys }: BackedUpBlobs): void {
  const ours = new Set(keys.map(fileNameOf))
  const files = existsSync(frames) ? readdirSync(frames, { recursive: true, withFileTypes: true }) : []
  const isOther = (file: Dirent) => !file.isDirectory() && !ours.has(relative(frames, join(file.parentPath, file.name)))
  if (files.some(isOther)) {
    throw new CommandError(`${frames} already contains pictures: set PALATE_DATA_DIR to another directory`)
  }
}

/**
 * Moves the store last: until then the directory has none, so an interrupted restore can be repeated. A store that is
 * damaged in its place is taken away again.
 */
export function moveIntoPlace(stage: string, dataDir: string): void {
  requireNoStore(dataDir)
  const [staged, store] = [sqliteFile(stage), sqliteFile(dataDir)]
  rmSync(framesFolder(dataDir), { recursive: true, force: true })
  if (existsSync(framesFolder(stage))) renameSync(framesFolder(stage), framesFolder(dataDir))
  renameSync(staged, store)
  flushFolder(dataDir)
  try {
    refuseDamaged(store)
  } catch (error) {
    renameSync(store, staged)
    throw error
  }
}

/** Without it, a power failure could undo the renaming. Windows cannot open folders, and needs no flush. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function complainOfLeftOvers(dataDir: string): void {
  const leftOver = readdirSync(dataDir).filter((name) => name.startsWith(stagePrefix))
  for (const name of leftOver) printWarning(`${join(dataDir, name)} is left from an interrupted restore: delete it`)
}

async function intoPostgres(stage: string, pictures: BackedUpBlobs): Promise<void> {
  await withStore(async (store) => {
    if (await hasAccounts(store.read)) {
      throw new CommandError('the database in DATABASE_URL already has accounts: restore into an empty one')
    }
    await store.write(async (db) => {
      await copyRows(sqliteFile(stage), db)
      await insertBlobs(db, pictures, framesFolder(stage))
    })
  })
}

function explain(error: unknown, backup: string): unknown {
  if (error instanceof BackupError) return new CommandError(`cannot restore ${backup}: ${error.message}`)
  if (error instanceof StoreError) return new CommandError(`cannot restore ${backup}: ${messageOf(error.cause)}`)
  return error
}
