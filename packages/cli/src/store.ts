import { type Config, readConfig } from '@palate/server/config.ts'
import { openStore, StoreError } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { CommandError } from './output.ts'

/** Runs a command's work on the configured store, beside whatever else uses it. */
export async function withStore<Result>(work: (store: Store, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const store = await openStore(config).catch((error) => {
    throw explainStore(error, config)
  })
  try {
    return await work(store, config)
  } finally {
    await store.close()
  }
}

/** A store that cannot be opened is the user's to mend: a line names the variable and says what is wrong with it. */
export function explainStore(error: unknown, { databaseUrl }: Config): unknown {
  const cause = error instanceof StoreError ? error.cause : error
  // What the file system says of a path is about the data directory; PostgreSQL needs one too, for the first key.
  if (cause instanceof Error && 'syscall' in cause && 'path' in cause) {
    return new CommandError(`PALATE_DATA_DIR takes a directory that can be written to: ${cause.message}`)
  }
  if (!(error instanceof StoreError)) return error
  const variable = databaseUrl === undefined ? 'PALATE_DATA_DIR' : 'DATABASE_URL'
  return new CommandError(`cannot open the store that ${variable} names: ${messageOf(cause)}`)
}

/** An AggregateError (all addresses of a host refused) has its reasons inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
