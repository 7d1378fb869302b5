import { sql } from 'kysely'
import type { KeysOfPeople } from '../ports/keys.ts'
import type { Db } from '../store/schema.ts'
import { deleteKeyAccounts } from './key-accounts.ts'
import { ownKeyIdOf } from './keys-with-people.ts'
import { deleteLoginsOfPerson } from './logins/login-store.ts'
import { insertKey } from './store.ts'

/** The name of a person whose data was erased, in what they made. */
const anonymousName = 'Removed person'

export const keysOfPeople: KeysOfPeople = {
  lastUseOf: ({ accountId, personId }) => sql<string | null>`(
    select max(last_used_at) from api_keys where account_id = ${accountId} and person_id = ${personId})`,
  authorOf: ({ id, name, role }) => ({ keyId: ownKeyIdOf(id), keyName: name, person: { id, name, role } }),
  insertOwnKey,
  renameOwnKey,
  anonymize,

  async end(db, { accountId, personId }, now) {
    const ended = await revokeKeys(db, accountId, personId, now)
    for (const table of ['sessions', 'session_codes'] as const) {
      await deleteKeyAccounts(db, await deleteSessions(db, table, accountId, personId))
    }
    await deleteLoginsOfPerson(db, accountId, personId)
    return ended
  },
}

async function insertOwnKey(...[db, { accountId, personId, name }, now]: Parameters<KeysOfPeople['insertOwnKey']>) {
  const limits = { projectId: null, scopes: [], expiresAt: null }
  const id = ownKeyIdOf(personId)
  await insertKey(db, { accountId, id, name, personId, prefix: '', hash: personId, createdAt: now, ...limits })
}

async function renameOwnKey(...[db, { accountId, personId }, name]: Parameters<KeysOfPeople['renameOwnKey']>) {
  await db
    .updateTable('api_keys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', ownKeyIdOf(personId))
    .execute()
}

async function anonymize(...[db, { accountId, personId }]: Parameters<KeysOfPeople['anonymize']>) {
  await db
    .updateTable('api_keys')
    .set({ name: anonymousName })
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .execute()
}

/** Also writes the row of the person's own key, so that a transaction that uses it waits. */
function revokeKeys(db: Db, accountId: string, personId: string, now: string) {
  return db
    .updateTable('api_keys')
    .set({
      revoked_at: sql<string | null>`case when prefix = '' then revoked_at else ${now} end`,
      is_ended: sql<number>`case when prefix = '' then is_ended else 1 end`,
    })
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .where('is_ended', '=', 0)
    .returning(['id', 'name', 'prefix', 'project_id as projectId'])
    .execute()
}

/** Returns the hashes of the deleted rows. */
async function deleteSessions(
  db: Db,
  table: 'sessions' | 'session_codes',
  accountId: string,
  personId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ hash: string }>`
    delete from ${sql.table(table)} where account_id = ${accountId} and key_id in (
      select id from api_keys where account_id = ${accountId} and person_id = ${personId})
    returning hash`.execute(db)
  return rows.map(({ hash }) => hash)
}
