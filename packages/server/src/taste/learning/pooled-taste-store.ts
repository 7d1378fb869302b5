import { sql } from 'kysely'
import type { DeleteOfProfile, ProfileKey, ProfilesPort } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

/** The pinned pool from which a profile's taste started; undefined if none was pinned yet. */
export async function findPooledTaste(db: Db, { accountId, profileId }: ProfileKey, featuresId: string) {
  return db
    .selectFrom('pooled_tastes')
    .select('pool')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('features_id', '=', featuresId)
    .executeTakeFirst()
}

/** Does not replace an existing pool. A profile that was just deleted gets no row. */
export async function insertPooledTaste(
  db: Db,
  { accountId, profileId }: ProfileKey,
  featuresId: string,
  pool: string | null,
  profileExists: ProfilesPort['exists'],
  now: string,
): Promise<void> {
  await sql`
    insert into pooled_tastes (account_id, profile_id, features_id, pool, pinned_at)
    select ${accountId}, ${profileId}, ${featuresId}, ${pool}, ${now} where ${profileExists({ accountId, profileId })}
    on conflict (account_id, profile_id, features_id) do nothing`.execute(db)
}

export const deletePooledTastes: DeleteOfProfile = (db, profile) =>
  deleteRowsOfProfile(db, { table: 'pooled_tastes', key: 'features_id' }, profile)
