import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { isSecretKey } from '@palate/server/config/secret-key.ts'
import { type BackedUpBlobs, backedUpBlobs, copyBlobs, insertBlobs } from '@palate/server/frames/blobs/restore-blobs.ts'
import { hasAccounts } from '@palate/server/keys/accounts.ts'
import { checksumFile } from '@palate/server/store/backup/backup.ts'
import { BackupError } from '@palate/server/store/backup/backup-error.ts'
import { copyRows, stageBackup } from '@palate/server/store/backup/restore.ts'
import { makeDirectory } from '@palate/server/store/directory.ts'
import { StoreError, sqliteFile } from '@palate/server/store/open.ts'
import { secretKeyFile } from '@palate/server/webhooks/secrets/secret-keys.ts'
import { CommandError, complain, say } from '../output.ts'
import { messageOf, withStore } from './store.ts'

export async function restore(backup: string): Promise<void> {
  if (!existsSync(backup)) throw new CommandError(`there is no file ${backup}`)
  if (!existsSync(checksumFile(backup)))
    complain(`there is no ${checksumFile(backup)}: damage inside rows goes unnoticed`)
  const config = readConfig(process.env)
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded) requireEmptyFolder(config.dataDir)
  // On the same disk as its final location, so that it can be renamed into place.
  if (isEmbedded) makeDirectory(config.dataDir)
  const stage = mkdtempSync(join(isEmbedded ? config.dataDir : tmpdir(), 'palate-restore-'))
  try {
    await stageBackup(backup, stage)
    const pictures = backedUpBlobs(sqliteFile(stage), `${backup}.frames`)
    if (isEmbedded) {
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
  say(`palate: restored ${backup} into ${targetOf(config)}; its keys work as before`)
  if (!isEmbedded && existsSync(`${backup}.key`))
    say(`palate: start the service with PALATE_SECRET_KEY_FILE=${backup}.key`)
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

function requireEmptyFolder(dataDir: string): void {
  if (existsSync(sqliteFile(dataDir))) {
    throw new CommandError(`${dataDir} already contains a store: set PALATE_DATA_DIR to another directory`)
  }
  const frames = framesFolder(dataDir)
  if (existsSync(frames) && readdirSync(frames).length > 0) {
    throw new CommandError(`${frames} already contains pictures: set PALATE_DATA_DIR to another directory`)
  }
}

/** Moves the store last: until then the directory counts as empty, so an interrupted restore can be repeated. */
function moveIntoPlace(stage: string, dataDir: string): void {
  requireEmptyFolder(dataDir)
  rmSync(framesFolder(dataDir), { recursive: true, force: true })
  if (existsSync(framesFolder(stage))) renameSync(framesFolder(stage), framesFolder(dataDir))
  renameSync(sqliteFile(stage), sqliteFile(dataDir))
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
