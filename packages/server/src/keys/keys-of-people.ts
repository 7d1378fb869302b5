import { sql } from 'kysely'
import type { KeysOfPeople } from '../ports/keys.ts'
import { ownKeyIdOf } from './keys-with-people.ts'
import { insertKey } from './store.ts'

export const keysOfPeople: KeysOfPeople = {
  lastUseOf: ({ accountId, personId }) => sql<string | null>`(
    select max(last_used_at) from api_keys where account_id = ${accountId} and person_id = ${personId})`,

  async insertOwnKey(db, { accountId, personId, name }, now) {
    const limits = { projectId: null, scopes: [], expiresAt: null }
    const id = ownKeyIdOf(personId)
    await insertKey(db, { accountId, id, name, personId, prefix: '', hash: personId, createdAt: now, ...limits })
  },
}
