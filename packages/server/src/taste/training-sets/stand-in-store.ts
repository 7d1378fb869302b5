import { sql } from 'kysely'
import type { DeleteOfProfile, ProfileKey, ProfilesPort } from '../../ports/profiles.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

/** The content hashes that were pinned for a set of judged pictures; undefined if none were yet. */
export async function findStandIns(db: Db, { accountId, profileId }: ProfileKey, judged: string) {
  const row = await db
    .selectFrom('stand_ins')
    .select('content_hashes')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('judged', '=', judged)
    .executeTakeFirst()
  return row && (JSON.parse(row.content_hashes) as readonly string[])
}

/** Does not replace existing ones. A profile that was just deleted gets no row. */
export async function insertStandIns(
  db: Db,
  { accountId, profileId }: ProfileKey,
  judged: string,
  contentHashes: readonly string[],
  profileExists: ProfilesPort['exists'],
  now: string,
): Promise<void> {
  await sql`
    insert into stand_ins (account_id, profile_id, judged, content_hashes, pinned_at)
    select ${accountId}, ${profileId}, ${judged}, ${JSON.stringify(contentHashes)}, ${now}
    where ${profileExists({ accountId, profileId })}
    on conflict (account_id, profile_id, judged) do nothing`.execute(db)
}

export const deleteStandIns: DeleteOfProfile = (db, profile) =>
  deleteRowsOfProfile(db, { table: 'stand_ins', key: 'judged' }, profile)
