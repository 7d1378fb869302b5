import { listAccountIds } from '@palate/server/keys/accounts.ts'
import type { Store } from '@palate/server/store/store.ts'

/** Does the work for every account of the store, as the background work does. */
export async function eachAccount(store: Store, work: (accountId: string) => Promise<void>): Promise<void> {
  for (const accountId of await listAccountIds(store.read)) await work(accountId)
}
