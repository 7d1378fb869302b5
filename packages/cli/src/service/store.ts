import { existsSync, statSync } from 'node:fs'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { openStore, StoreError, sqliteFile } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { CommandError } from '../output.ts'

/** Opens the configured store for the duration of a command. Other processes may be using it. */
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

/** Prevents creating a store in the wrong folder, with keys that no service knows. */
function requireStore({ databaseUrl, dataDir }: Config): void {
  const isThere = databaseUrl !== undefined || existsSync(sqliteFile(dataDir))
  // If it is not a directory, opening it fails with the reason.
  if (isThere || statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) return
  throw new CommandError(
    `there is no store in ${dataDir}: run this in the folder of the service, or set PALATE_DATA_DIR or DATABASE_URL as for the service`,
  )
}

/** Explains in one line why the store cannot be opened, and which variable to fix. */
export function explainStore(error: unknown, { databaseUrl }: Config): unknown {
  const cause = error instanceof StoreError ? error.cause : error
  // Errors with a path concern the data directory, which is also needed with PostgreSQL, for the first key.
  if (cause instanceof Error && 'syscall' in cause && 'path' in cause) {
    return new CommandError(`PALATE_DATA_DIR must be a writable directory: ${cause.message}`)
  }
  if (!(error instanceof StoreError)) return error
  const variable = databaseUrl === undefined ? 'PALATE_DATA_DIR' : 'DATABASE_URL'
  return new CommandError(`cannot open the store in ${variable}: ${messageOf(cause)}`)
}

/** An AggregateError (every address of a host refused) contains the individual reasons. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
