import { type Config, readConfig } from '@palate/server/config.ts'
import { openStore, StoreError } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { CommandError } from './output.ts'

/** Runs a command's work on the configured store, beside whatever else uses it. */
export async function withStore<Result>(work: (store: Store, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const store = await openStore(config).catch((error) => {
    throw explainStore(error)
  })
  try {
    return await work(store, config)
  } finally {
    await store.close()
  }
}

/** A store that cannot be opened is the user's to mend: a line says what is wrong with it. */
export function explainStore(error: unknown): unknown {
  return error instanceof StoreError ? new CommandError(`cannot open the store: ${messageOf(error.cause)}`) : error
}

/** An AggregateError (all addresses of a host refused) has its reasons inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
