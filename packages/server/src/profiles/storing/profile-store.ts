import { Fault } from '@palate/core/fault.ts'
import { canonicalName } from '@palate/core/names.ts'
import type { Profile, StoredBranch } from '@palate/core/profile/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { IsTextOfFrame } from '../../ports/frames.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import { inQueries } from '../../store/chunked-reads.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db, Schema } from '../../store/schema.ts'
import { readWorking, workingColumns } from '../annotations/annotation-store.ts'
import { deleteObjects } from '../snapshots/object-store.ts'
import type { TextBlobs } from '../snapshots/text-blobs.ts'
import { profileBytesOf, rowBytes } from './find-size.ts'
import { type ChangingColumns, profileColumns, profileOf, readThresholds, type StoredProfile } from './profile-row.ts'

export async function findProfile(db: Db, { accountId, profileId }: ProfileKey): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(profileColumns)
    .select(workingColumns(accountId))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row && profileOf(row)
}

/** The projects of profiles. */
export async function listProjectsOf(db: Db, accountId: string, profileIds: readonly string[]) {
  return inQueries(profileIds, (ids) =>
    db
      .selectFrom('profiles')
      .select(['id', 'project_id as projectId'])
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute(),
  )
}

/** A profile's branches with their heads, and what else its states need: not the working changes, which may be long. */
export type ProfileHeads = ReturnType<typeof headsOf>

const headsColumns = [
  ...(['account_id', 'id', 'project_id', 'name', 'seed', 'computed', 'current_branch_id', 'branches'] as const),
  ...(['version_count', 'stored_bytes', 'thresholds'] as const),
]

export async function findHeads(db: Db, { accountId, profileId }: ProfileKey): Promise<ProfileHeads | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(headsColumns)
    .select(rowBytes)
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row && headsOf(row)
}

/** The newest other profiles of a project that have commits. */
export async function findNewestOthers(
  db: Db,
  { accountId, projectId, profileId }: ProfileKey & { readonly projectId: string },
  max: number,
): Promise<readonly ProfileHeads[]> {
  const rows = await db
    .selectFrom('profiles')
    .select(headsColumns)
    .select(rowBytes)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '!=', profileId)
    .where('version_count', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return rows.map(headsOf)
}

type HeadsRow = Pick<Selectable<Schema['profiles']>, (typeof headsColumns)[number]> & { readonly row_bytes: number }

function headsOf(row: HeadsRow) {
  return {
    accountId: row.account_id,
    profileId: row.id,
    projectId: row.project_id,
    name: row.name,
    seed: row.seed,
    derivedRevision: row.computed,
    currentBranchId: row.current_branch_id,
    branches: JSON.parse(row.branches) as readonly StoredBranch[],
    versionCount: row.version_count,
    thresholds: readThresholds(row.thresholds),
    bytes: profileBytesOf(row.stored_bytes, row.row_bytes),
  }
}

/** The ids of an account's profiles after the given one, in order. */
export async function listProfileIds(db: Db, accountId: string, after: string, limit: number) {
  return db
    .selectFrom('profiles')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Undefined if the profile does not exist. */
export async function findProjectOf(db: Db, { accountId, profileId }: ProfileKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select('project_id')
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row?.project_id
}

export function noProfile(): Fault {
  return new Fault('profile_not_found', 'there is no profile with this id')
}

/**
 * The error to throw when part of a profile is missing. A profile is read by several statements and may have been
 * deleted between two of them. If it was not, data has been lost.
 */
export async function missingPart(db: Db, profileKey: ProfileKey, what: string): Promise<Error> {
  const heads = await findHeads(db, profileKey)
  return heads ? new Error(`${what} of profile ${profileKey.profileId} is missing`) : noProfile()
}

export async function findWorkingChanges(
  db: Db,
  { accountId, profileId }: ProfileKey,
  texts: TextBlobs,
): Promise<Profile['workingChanges']> {
  const row = await db
    .selectFrom('profiles')
    .select(workingColumns(accountId))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  if (!row) throw noProfile()
  return readWorking(row, texts).lists
}

/** Whether the working changes contain this text, such as a frame's id. */
export async function workingChangesContain(
  db: Db,
  { accountId, profileId }: ProfileKey,
  text: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from profiles
      where account_id = ${accountId} and id = ${profileId} and working_changes like ${`%${text}%`}
    union all
    select 1 from annotations
      where account_id = ${accountId} and profile_id = ${profileId} and element like ${`%${text}%`}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Locks a profile's row until the transaction ends, without reading its texts. Undefined if there is none. */
export async function holdProfile(
  db: Db,
  { accountId, profileId }: ProfileKey,
): Promise<{ readonly revision: number; readonly storedBytes: number | null } | undefined> {
  const row = await db
    .updateTable('profiles')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .returning(['revision', 'stored_bytes'])
    .executeTakeFirst()
  return row && { revision: row.revision, storedBytes: row.stored_bytes }
}

/**
 * Locks the profile's row until the transaction ends; other writers wait. The row is read by a separate statement,
 * because one that waits for the lock would see outdated annotations.
 */
export async function lockProfileRow(db: Db, profileKey: ProfileKey): Promise<StoredProfile | undefined> {
  await holdProfile(db, profileKey)
  return findProfile(db, profileKey)
}

/** The options of a transaction that locks a profile's row first and may store more for its account. */
export function profileWrite({ accountId, profileId }: ProfileKey) {
  return { row: { accountId, id: profileId }, accountId }
}

/** The counters that a write sets. */
interface Counters {
  readonly versionCount: number
  readonly storedBytes: number
}

/** Returns false if another profile has the name. */
export async function insertProfile(
  db: Db,
  accountId: string,
  { id, projectId, createdAt }: Profile,
  columns: ChangingColumns,
  { versionCount, storedBytes }: Counters,
): Promise<boolean> {
  const row = await db
    .insertInto('profiles')
    .values({
      account_id: accountId,
      id,
      project_id: projectId,
      created_at: createdAt,
      revision: 1,
      computed: 0,
      version_count: versionCount,
      name_nfc: nfcOf(columns.name),
      stored_bytes: storedBytes,
      annotated_bytes: 0,
      ...columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateProfile(
  db: Db,
  { accountId, profileId }: ProfileKey,
  columns: Omit<ChangingColumns, 'working_changes'> & { working_changes?: string; annotated_bytes?: number },
  { versionCount, storedBytes }: Counters,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      version_count: versionCount,
      // An older profile may share its NFC name with another one. It keeps its name until it is renamed.
      name_nfc: eb.case().when('name', '=', columns.name).then(eb.ref('name_nfc')).else(nfcOf(columns.name)).end(),
      stored_bytes: storedBytes,
      ...columns,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .execute()
}

export async function deleteProfile(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('profiles').where('account_id', '=', accountId).where('id', '=', profileId).execute()
}

/** Null if the name is already in NFC. */
function nfcOf(name: string): string | null {
  const canonical = canonicalName(name)
  return canonical === name ? null : canonical
}

/** Deletes the profile itself with its working changes, versions and snapshots. */
export async function deleteProfileRows(db: Db, key: ProfileKey, isTextOfFrame: IsTextOfFrame): Promise<void> {
  await deleteProfile(db, key)
  await deleteRowsOfProfile(db, { table: 'annotations', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'asks', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'discards', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'judgements', key: 'id' }, key)
  await deleteRowsOfProfile(db, { table: 'versions', key: 'id' }, key)
  await deleteObjects(db, key, isTextOfFrame)
  await deleteRowsOfProfile(db, { table: 'objects_ahead', key: 'piece' }, key)
  await deleteRowsOfProfile(db, { table: 'working_texts', key: 'hash' }, key)
  await deleteRowsOfProfile(db, { table: 'frame_references', key: 'frame_id' }, key)
}
