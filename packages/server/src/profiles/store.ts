import type { Profile, ProfileSummary, StoredBranch, Version, VersionSummary } from '@palate/core/profile/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../store/schema.ts'
import type { Soon, Store } from '../store/store.ts'
import type { Owner } from './snapshots.ts'

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
const versionColumns = [
  'id',
  'branch_id',
  'parent_version_id',
  'merged_from',
  'message',
  'created_at',
  'snapshot_hash',
  'seed',
  'position',
] as const

/** A profile as it stands in the store, with what only the store knows of it. */
export interface StoredProfile {
  readonly profile: Profile
  readonly revision: number
  readonly versionCount: number
  readonly computed: number
}

export interface StoredVersion {
  readonly version: VersionSummary
  readonly seed: string | null
  readonly snapshotHash: string
  readonly position: number
}

/** Where a page of the list begins: after this profile. */
export interface ListPlace {
  readonly createdAt: string
  readonly id: string
}

/** Summaries, newest first: all of the account or of one project, from the start or after a place. */
export function createProfileLister(store: Store) {
  const prepare = (inProject: boolean, onward: boolean) =>
    store.prepare<ListedProfile>(listQuery(store.read, inProject, onward).compile(), { plansVary: true })
  const first = { ofAll: prepare(false, false), ofProject: prepare(true, false) }
  const onward = { ofAll: prepare(false, true), ofProject: prepare(true, true) }

  return function listProfiles(
    accountId: string,
    projectId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
  ): Soon<readonly ListedProfile[]> {
    const { ofAll, ofProject } = after ? onward : first
    const place = after ? [after.createdAt, after.id] : []
    return projectId === undefined
      ? ofAll(accountId, ...place, limit)
      : ofProject(accountId, projectId, ...place, limit)
  }
}

export function listedSummary([id, projectId, name, seed, createdAt, updatedAt]: ListedProfile): ProfileSummary {
  return { id, projectId, name, seed, createdAt, updatedAt }
}

type ListedProfile = readonly [
  id: string,
  projectId: string,
  name: string,
  seed: string | null,
  createdAt: string,
  updatedAt: string,
]

/**
 * The values are placeholders: parameters come in this order when it is run. The cast is there for SQLite, which plans
 * a statement anew whenever the parameter that is its bare limit is bound.
 */
function listQuery(db: Db, inProject: boolean, onward: boolean) {
  let query = db.selectFrom('profiles').select(summaryColumns).where('account_id', '=', '')
  if (inProject) query = query.where('project_id', '=', '')
  if (onward) query = query.where(sql<boolean>`(created_at, id) < (${''}, ${''})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sql<number>`cast(${0} as bigint)`)
}

export async function findProfile(db: Db, { accountId, profileId }: Owner): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row && profileOf(row)
}

/** What scoring must know of a profile: without the working changes, which may hold whole pictures. */
export async function findOutline(db: Db, { accountId, profileId }: Owner) {
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

export async function findWorkingChanges(db: Db, { accountId, profileId }: Owner): Promise<Profile['workingChanges']> {
  const row = await db
    .selectFrom('profiles')
    .select('working_changes')
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.working_changes) as Profile['workingChanges']
}

/** Takes the profile for writing: whoever comes next waits until this transaction ends. */
export async function claimProfile(db: Db, { accountId, profileId }: Owner): Promise<StoredProfile | undefined> {
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

export async function deleteProfile(db: Db, { accountId, profileId }: Owner): Promise<void> {
  await db.deleteFrom('profiles').where('account_id', '=', accountId).where('id', '=', profileId).execute()
}

export async function deleteVersions(db: Db, { accountId, profileId }: Owner): Promise<void> {
  await db.deleteFrom('versions').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deleteObjects(db: Db, { accountId, profileId }: Owner): Promise<void> {
  await db.deleteFrom('objects').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deleteAlerts(db: Db, { accountId, profileId }: Owner): Promise<void> {
  await db.deleteFrom('alert_rules').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function deletePins(db: Db, { accountId, profileId }: Owner): Promise<void> {
  await db.deleteFrom('pins').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

/** Versions in the order of creation, those up to a position: what was there when the profile was read. */
export async function listVersions(
  db: Db,
  { accountId, profileId }: Owner,
  upTo: number,
): Promise<readonly StoredVersion[]> {
  const rows = await db
    .selectFrom('versions')
    .select(versionColumns)
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute()
  return rows.map(versionOf)
}

export async function listVersionsBefore(db: Db, { accountId, profileId }: Owner, before: number, limit: number) {
  const rows = await db
    .selectFrom('versions')
    .select(versionColumns)
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map(versionOf)
}

/** A version and those behind it, newest first. */
export async function listHistory(db: Db, { accountId, profileId }: Owner, from: string, limit: number) {
  const rows = await db
    .withRecursive('history', (cte) =>
      cte
        .selectFrom('versions')
        .select(['id', 'parent_version_id', sql<number>`1`.as('depth')])
        .where('account_id', '=', accountId)
        .where('profile_id', '=', profileId)
        .where('id', '=', from)
        .unionAll(
          cte
            .selectFrom('versions as v')
            .innerJoin('history', 'history.parent_version_id', 'v.id')
            .select(['v.id', 'v.parent_version_id', sql<number>`history.depth + 1`.as('depth')])
            .where('v.account_id', '=', accountId)
            .where('v.profile_id', '=', profileId)
            .where('history.depth', '<', limit),
        ),
    )
    .selectFrom('history')
    .innerJoin('versions', 'versions.id', 'history.id')
    .select(versionColumns.map((column) => `versions.${column}` as const))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .orderBy('depth')
    .execute()
  return rows.map(versionOf)
}

export async function findVersions(db: Db, { accountId, profileId }: Owner, ids: readonly string[]) {
  const found: StoredVersion[] = []
  for (let i = 0; i < ids.length; i += idsPerQueryMax) {
    const rows = await db
      .selectFrom('versions')
      .select(versionColumns)
      .where('account_id', '=', accountId)
      .where('profile_id', '=', profileId)
      .where('id', 'in', ids.slice(i, i + idsPerQueryMax))
      .execute()
    found.push(...rows.map(versionOf))
  }
  return found
}

export async function insertVersions(
  db: Db,
  { accountId, profileId }: Owner,
  versions: readonly Version[],
  snapshotHashes: readonly string[],
  after: number,
): Promise<void> {
  for (let i = 0; i < versions.length; i += rowsPerInsertMax) {
    const rows = versions.slice(i, i + rowsPerInsertMax).map((version, k) => ({
      account_id: accountId,
      profile_id: profileId,
      id: version.id,
      position: after + i + k + 1,
      branch_id: version.branchId,
      parent_version_id: version.parentVersionId,
      merged_from: version.mergedFrom ?? null,
      message: version.message,
      created_at: version.createdAt,
      snapshot_hash: snapshotHashes[i + k] ?? '',
      seed: version.seed ?? null,
    }))
    await db.insertInto('versions').values(rows).execute()
  }
}

const idsPerQueryMax = 400
const rowsPerInsertMax = 100

type SummaryRow = Pick<Selectable<Schema['profiles']>, (typeof summaryColumns)[number]>
type ProfileRow = Pick<Selectable<Schema['profiles']>, (typeof profileColumns)[number]>
type VersionRow = Pick<Selectable<Schema['versions']>, (typeof versionColumns)[number]>

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

function versionOf(row: VersionRow): StoredVersion {
  const version: VersionSummary = {
    id: row.id,
    branchId: row.branch_id,
    parentVersionId: row.parent_version_id,
    message: row.message,
    createdAt: row.created_at,
    ...(row.merged_from !== null && { mergedFrom: row.merged_from }),
  }
  return { version, seed: row.seed, snapshotHash: row.snapshot_hash, position: row.position }
}
