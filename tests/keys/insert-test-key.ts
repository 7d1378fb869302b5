import { insertKey } from '@palate/server/keys/store.ts'
import type { Store } from '@palate/server/store/store.ts'

/** A key of which only the id matters. */
export async function insertTestKey(store: Store, accountId: string, id: string): Promise<void> {
  const unimportant = { projectId: null, name: '', prefix: '', hash: id, expiresAt: null, scopes: null, createdAt: '' }
  await store.write((db) => insertKey(db, { accountId, id, ...unimportant }))
}
