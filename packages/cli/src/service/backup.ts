import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { backUpBlobs } from '@palate/server/frames/blobs/backup-blobs.ts'
import { backUpSqlite } from '@palate/server/store/backup/backup.ts'
import { sqliteFile } from '@palate/server/store/open.ts'
import { CommandError, say } from '../output.ts'

export function backUp(target: string): void {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined) throw new CommandError('the store is PostgreSQL: back it up with pg_dump')
  const source = sqliteFile(dataDir)
  if (!existsSync(source)) throw new CommandError(`there is no store in ${dataDir} (PALATE_DATA_DIR)`)
  if (!existsSync(dirname(target))) throw new CommandError(`there is no directory ${dirname(target)}`)
  // The pictures of the frame library are in separate files next to the store.
  const files = `${target}.frames`
  for (const one of [target, files]) if (existsSync(one)) throw new CommandError(`${one} already exists`)
  try {
    backUpSqlite(source, target, (copy) => backUpBlobs(copy, dataDir, files))
  } catch (error) {
    rmSync(files, { recursive: true, force: true })
    throw error
  }
  say(
    `palate: backed up to ${target}${existsSync(files) ? ` and ${files}` : ''}; to restore it: palate restore ${target}`,
  )
}
