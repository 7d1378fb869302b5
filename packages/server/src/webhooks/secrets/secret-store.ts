import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../store/schema.ts'

export const secretColumns = ['account_id', 'id', 'secret', 'old_secret', 'old_secret_until'] as const

/** The secrets of a webhook in their stored form. */
export type StoredSecrets = Readonly<Pick<Selectable<Schema['webhooks']>, (typeof secretColumns)[number]>>

/** An account's webhooks after an id with a secret that does not start with this prefix. */
export async function listSecretsToSeal(
  db: Db,
  accountId: string,
  prefix: string,
  after: string,
  limit: number,
): Promise<readonly StoredSecrets[]> {
  return db
    .selectFrom('webhooks')
    .select(secretColumns)
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where((eb) => eb.or([eb('secret', 'not like', `${prefix}%`), eb('old_secret', 'not like', `${prefix}%`)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Does nothing if another process changed them since they were read. */
export async function replaceSecret(
  db: Db,
  read: StoredSecrets,
  secret: string,
  oldSecret: string | null,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ secret, old_secret: oldSecret })
    .where('account_id', '=', read.account_id)
    .where('id', '=', read.id)
    .where('secret', '=', read.secret)
    .where('old_secret', read.old_secret === null ? 'is' : '=', read.old_secret)
    .execute()
}
