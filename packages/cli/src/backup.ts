import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { readConfig } from '@palate/server/config.ts'
import { backUpSqlite } from '@palate/server/store/backup.ts'
import { sqliteFile } from '@palate/server/store/open.ts'
import { Command } from 'commander'
import { CommandError, say } from './output.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<file>', 'where to write the copy; must not exist')
    .description('copy the embedded store while the service runs')
    .action(backUp)
}

function backUp(target: string): void {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined) throw new CommandError('the store is PostgreSQL: back it up with pg_dump')
  const source = sqliteFile(dataDir)
  if (!existsSync(source)) throw new CommandError(`there is no store in ${dataDir} (PALATE_DATA_DIR)`)
  if (!existsSync(dirname(target))) throw new CommandError(`there is no directory ${dirname(target)}`)
  if (existsSync(target)) throw new CommandError(`${target} exists already`)
  backUpSqlite(source, target)
  say(`palate: backed up to ${target}; to restore it, stop the service and put it in place of ${source}`)
}
