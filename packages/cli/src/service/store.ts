import { existsSync, statSync } from 'node:fs'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { openStore, StoreError, sqliteFile } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { CommandError } from '../output.ts'

/** Opens the configured store, which must exist, for the time of a command. Other processes may use it meanwhile. */
export async function withStore<Result>(
  work: (store: Store, config: Config) => Promise<Result>,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  if (!mayBeNew) requireStore(config)
  const store = await openStore(config).catch((error) => {
    throw explainStore(error, config)
  })
  try {
    return await work(store, config)
  } finally {
    await store.close()
  }
}

/** Prevents creating a store in the wrong folder, whose keys no service would know. */
function requireStore({ databaseUrl, dataDir }: Config): void {
  const isThere = databaseUrl !== undefined || existsSync(sqliteFile(dataDir))
  // Anything but a directory is explained by what fails.
  if (isThere || statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) return
  throw new CommandError(
    `there is no store in ${dataDir}: run this in the folder of the service, or set PALATE_DATA_DIR or DATABASE_URL as it does`,
  )
}

/** A store that cannot be opened is for the user to fix: one line names the variable and what is wrong with its value. */
export function explainStore(error: unknown, { databaseUrl }: Config): unknown {
  const cause = error instanceof StoreError ? error.cause : error
  // An error about a path is about the data directory, which PostgreSQL needs too, for the first key.
  if (cause instanceof Error && 'syscall' in cause && 'path' in cause) {
    return new CommandError(`PALATE_DATA_DIR takes a directory that can be written to: ${cause.message}`)
  }
  if (!(error instanceof StoreError)) return error
  const variable = databaseUrl === undefined ? 'PALATE_DATA_DIR' : 'DATABASE_URL'
  return new CommandError(`cannot open the store that ${variable} names: ${messageOf(cause)}`)
}

/** An AggregateError (every address of a host refused) holds the reasons inside. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
