import { Fault } from '@palate/core/fault.ts'
import type { Profile, ProfileSummary, StoredBranch } from '@palate/core/profile/schema.ts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../store/schema.ts'
import type { ProfileKey } from './snapshot-store.ts'

const summaryColumns = ['id', 'project_id', 'name', 'seed', 'created_at', 'updated_at'] as const
const profileColumns = [
  ...summaryColumns,
  'revision',
  'version_count',
  'computed',
  'current_branch_id',
  'budget',
  'branches',
  'working_changes',
  'effective_override',
] as const
/** A profile as it stands in the store, with what only the store knows of it. */
export interface StoredProfile {
  readonly profile: Profile
  readonly revision: number
  readonly versionCount: number
  readonly computed: number
}

export async function findProfile(db: Db, { accountId, profileId }: ProfileKey): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row && profileOf(row)
}

/** What scoring must know of a profile: without the working changes, which may hold whole pictures. */
export async function findOutline(db: Db, { accountId, profileId }: ProfileKey) {
  const row = await db
    .selectFrom('profiles')
    .select(['project_id', 'seed', 'computed', 'current_branch_id', 'branches'])
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return (
    row && {
      projectId: row.project_id,
      seed: row.seed,
      computed: row.computed,
      currentBranchId: row.current_branch_id,
      branches: JSON.parse(row.branches) as StoredBranch[],
    }
  )
}

export function noProfile(): Fault {
  return new Fault('profile_not_found', 'there is no profile with this id')
}

/**
 * What to throw where a part of a profile is not there. A profile is read by several statements, and may have been
 * deleted between two of them; if it was not, the store has lost something.
 */
export async function missingPart(db: Db, profileKey: ProfileKey, what: string): Promise<Error> {
  const outline = await findOutline(db, profileKey)
  return outline ? new Error(`${what} of profile ${profileKey.profileId} is missing`) : noProfile()
}

export async function findWorkingChanges(
  db: Db,
  { accountId, profileId }: ProfileKey,
): Promise<Profile['workingChanges']> {
  const row = await db
    .selectFrom('profiles')
    .select('working_changes')
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  if (!row) throw noProfile()
  return JSON.parse(row.working_changes) as Profile['workingChanges']
}

/** Takes the profile for writing: whoever comes next waits until this transaction ends. */
export async function lockProfileRow(db: Db, { accountId, profileId }: ProfileKey): Promise<StoredProfile | undefined> {
  const row = await db
    .updateTable('profiles')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .returning(profileColumns)
    .executeTakeFirst()
  return row && profileOf(row)
}

/** False when the name is taken. */
export async function insertProfile(
  db: Db,
  accountId: string,
  profile: Profile,
  versionCount: number,
): Promise<boolean> {
  const { id, projectId, createdAt } = profile
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
      ...changingColumns(profile),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'project_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateProfile(db: Db, accountId: string, profile: Profile, versionCount: number): Promise<void> {
  await db
    .updateTable('profiles')
    .set((eb) => ({ revision: eb('revision', '+', 1), version_count: versionCount, ...changingColumns(profile) }))
    .where('account_id', '=', accountId)
    .where('id', '=', profile.id)
    .execute()
}

export async function deleteProfile(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('profiles').where('account_id', '=', accountId).where('id', '=', profileId).execute()
}

export async function deleteObjects(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('objects').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deleteAlerts(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('alert_rules').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deletePoorBatch(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('poor_batches').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deleteEventPlaces(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('event_places').where('account_id', '=', accountId).where('stream', '=', profileId).execute()
}

export async function deletePins(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('pins').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

type SummaryRow = Pick<Selectable<Schema['profiles']>, (typeof summaryColumns)[number]>
type ProfileRow = Pick<Selectable<Schema['profiles']>, (typeof profileColumns)[number]>

function summaryOf(row: SummaryRow): ProfileSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    seed: row.seed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function profileOf(row: ProfileRow): StoredProfile {
  const profile: Profile = {
    ...summaryOf(row),
    branches: JSON.parse(row.branches) as StoredBranch[],
    currentBranchId: row.current_branch_id,
    workingChanges: JSON.parse(row.working_changes) as Profile['workingChanges'],
    budget: JSON.parse(row.budget) as Profile['budget'],
    effectiveOverride:
      row.effective_override === null ? null : (JSON.parse(row.effective_override) as Profile['effectiveOverride']),
  }
  return { profile, revision: row.revision, versionCount: row.version_count, computed: row.computed }
}

function changingColumns(profile: Profile) {
  return {
    name: profile.name,
    seed: profile.seed,
    updated_at: profile.updatedAt,
    current_branch_id: profile.currentBranchId,
    budget: JSON.stringify(profile.budget),
    branches: JSON.stringify(profile.branches),
    working_changes: JSON.stringify(profile.workingChanges),
    effective_override: profile.effectiveOverride && JSON.stringify(profile.effectiveOverride),
  }
}
