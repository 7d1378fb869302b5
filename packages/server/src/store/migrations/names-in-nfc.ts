import { canonicalName } from '@palate/core/names.ts'
import { type Kysely, sql } from 'kysely'

interface ProfileName {
  readonly account_id: string
  readonly id: string
  readonly project_id: string
  readonly name: string
}

const rowsPerPage = 1000

/**
 * Makes profile names unique in canonical form (NFC). If two names in a project differ only in their Unicode form,
 * `name_nfc` stays null for one of them, and both profiles work as before.
 */
export async function namesInNfc(db: Kysely<never>): Promise<void> {
  await sql`alter table profiles add column name_nfc text`.execute(db)
  for (let page = await pageAfter(db, undefined); page.length > 0; page = await pageAfter(db, page.at(-1))) {
    for (const profile of page) if (canonicalName(profile.name) !== profile.name) await setCanonicalName(db, profile)
  }
  await sql`create unique index profiles_by_canonical_name
    on profiles (account_id, project_id, (coalesce(name_nfc, name)))`.execute(db)
}

async function pageAfter(db: Kysely<never>, last: ProfileName | undefined): Promise<readonly ProfileName[]> {
  const { rows } = await sql<ProfileName>`select account_id, id, project_id, name from profiles
    where (account_id, id) > (${last?.account_id ?? ''}, ${last?.id ?? ''})
    order by account_id, id limit ${rowsPerPage}`.execute(db)
  return rows
}

async function setCanonicalName(db: Kysely<never>, profile: ProfileName): Promise<void> {
  const canonical = canonicalName(profile.name)
  await sql`update profiles set name_nfc = ${canonical}
    where account_id = ${profile.account_id} and id = ${profile.id} and not exists (
      select 1 from profiles as other where other.account_id = ${profile.account_id}
        and other.project_id = ${profile.project_id} and coalesce(other.name_nfc, other.name) = ${canonical})`.execute(
    db,
  )
}
