import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { forgetObjects } from '@palate/server/bucket/backup-objects.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
import { patientS3Times } from '@palate/server/bucket/s3-client.ts'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { type BackedUpPictures, backUpBlobs, readBlobsOf } from '@palate/server/frames/blobs/backup-blobs.ts'
import { backUpThumbnails } from '@palate/server/pictures/thumbnails/backup-thumbnails.ts'
import { secretKeyFile } from '@palate/server/platform/secret-keys.ts'
import { type CompleteCopy, checksumFile, copySqlite, writeBackup } from '@palate/server/store/backup/backup.ts'
import { copyPostgres } from '@palate/server/store/backup/copy-postgres.ts'
import { sqliteFile } from '@palate/server/store/open.ts'
import { CommandError, print } from '../output.ts'
import { messageOf } from './store.ts'

export interface BackupOptions {
  /** Whether to copy pictures and thumbnails from buckets. */
  readonly objects: boolean
}

export async function backUp(target: string, options: BackupOptions): Promise<void> {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const source = sqliteFile(dataDir)
  if (databaseUrl === undefined && !existsSync(source)) {
    throw new CommandError(`there is no store in ${dataDir} (PALATE_DATA_DIR)`)
  }
  if (!existsSync(dirname(target))) throw new CommandError(`there is no directory ${dirname(target)}`)
  // Pictures are in separate files, as in the embedded store. So is the key of webhook secrets.
  const others = { frames: `${target}.frames`, key: `${target}.key`, checksum: checksumFile(target) }
  const files = [target, ...Object.values(others)]
  for (const one of files) if (existsSync(one)) throw new CommandError(`${one} already exists`)
  let pictures: BackedUpPictures = { damaged: [], elsewhere: 0 }
  try {
    const copy = databaseUrl === undefined ? copySqlite(source) : copyPostgres(databaseUrl)
    await writeBackup(target, copy, async (...copied) => {
      pictures = await copyPictures(config, options, others.frames, ...copied)
      if (databaseUrl === undefined) copyKey(secretKeyFile(dataDir), others.key)
    })
  } catch (error) {
    for (const one of Object.values(others)) rmSync(one, { recursive: true, force: true })
    throw new CommandError(
      `cannot back up ${databaseUrl === undefined ? source : 'the database in DATABASE_URL'}: ${messageOf(error)}`,
    )
  }
  const written = files.filter((one) => existsSync(one)).join(' and ')
  print(`palate: backed up to ${written}; to restore it: palate restore ${target}`)
  report(pictures, config)
}

async function copyPictures(
  config: Config,
  options: BackupOptions,
  target: string,
  ...[copy, snapshot]: Parameters<CompleteCopy>
): Promise<BackedUpPictures> {
  const objects = createObjectStore(config, patientS3Times)
  const pictures = await backUpBlobs(
    copy,
    {
      store: readBlobsOf(config.dataDir, snapshot),
      bucket: options.objects ? (home, key) => objects.read(home, { ...key, side: 0 }) : undefined,
    },
    target,
  )
  if (options.objects) {
    await backUpThumbnails(copy, objects)
    forgetObjects(copy)
  }
  return pictures
}

/** There is none if the key is in PALATE_SECRET_KEY: the operator keeps it. */
function copyKey(source: string, target: string): void {
  if (!existsSync(source)) return
  writeFileSync(target, readFileSync(source), { mode: 0o600, flag: 'wx', flush: true })
}

function report({ damaged, elsewhere }: BackedUpPictures, { secretKey }: Config): void {
  if (secretKey !== undefined)
    print('palate: it does not contain PALATE_SECRET_KEY: keep a copy, webhook secrets need it')
  if (elsewhere > 0) {
    const stay =
      elsewhere === 1 ? '1 picture stays in its bucket and is' : `${elsewhere} pictures stay in their buckets and are`
    print(`palate: ${stay} not in the backup (--no-objects)`)
  }
  if (damaged.length === 0) return
  const are = damaged.length === 1 ? '1 picture is' : `${damaged.length} pictures are`
  const names = damaged.map(({ accountId, contentHash }) => `  ${contentHash} of ${accountId}`)
  throw new CommandError(`${are} damaged and not in the backup:`, names)
}
