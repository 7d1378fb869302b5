import type { Alert, AlertState } from '@palate/core/webhooks/alerts.ts'
import type { Selectable } from 'kysely'
import { inProjects } from '../../store/in-projects.ts'
import type { Db, Schema } from '../../store/schema.ts'
import type { Reach } from '../webhook-store.ts'

const columns = ['id', 'profile_id', 'dimension', 'below', 'frames'] as const

export async function insertAlert(
  db: Db,
  accountId: string,
  projectId: string,
  { id, profileId, dimension, below, over }: Alert,
  now: string,
): Promise<void> {
  await db
    .insertInto('alert_rules')
    .values({
      account_id: accountId,
      id,
      project_id: projectId,
      profile_id: profileId,
      dimension,
      below,
      frames: over,
      latest: '[]',
      is_firing: 0,
      created_at: now,
    })
    .execute()
}

export async function countAlerts(db: Db, accountId: string, profileId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  return count
}

export interface AlertFilter {
  readonly projects: readonly string[] | null
  readonly profileId: string | undefined
  readonly before: string | undefined
}

export async function listAlerts(
  db: Db,
  accountId: string,
  { projects, profileId, before }: AlertFilter,
  limit: number,
): Promise<readonly Alert[]> {
  let query = db.selectFrom('alert_rules').select(columns).where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (profileId !== undefined) query = query.where('profile_id', '=', profileId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(alertOf)
}

/** Returns the project of the rule, or undefined if there is no such rule. */
export async function deleteAlert(db: Db, { accountId, projects }: Reach, id: string): Promise<string | undefined> {
  let query = db.deleteFrom('alert_rules').where('account_id', '=', accountId).where('id', '=', id)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  return (await query.returning('project_id').executeTakeFirst())?.project_id
}

export async function deleteAlertsOfProfile(db: Db, accountId: string, profileId: string): Promise<void> {
  await db.deleteFrom('alert_rules').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

export async function findProfilesWithRules(db: Db, accountId: string, profileIds: readonly string[]) {
  const rows = await db
    .selectFrom('alert_rules')
    .select('profile_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('profile_id', 'in', profileIds)
    .execute()
  return new Set(rows.map(({ profile_id }) => profile_id))
}

/** Locks a profile's rules, so that only one process evaluates them at a time. */
export async function lockRules(db: Db, accountId: string, profileId: string) {
  const rows = await db
    .updateTable('alert_rules')
    .set((eb) => ({ is_firing: eb.ref('is_firing') }))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .returning([...columns, 'latest', 'is_firing', 'created_at'])
    .execute()
  return rows.map((row) => ({
    alert: alertOf(row),
    watch: { latest: JSON.parse(row.latest) as number[], isFiring: row.is_firing === 1 },
    createdAt: row.created_at,
  }))
}

export async function updateRuleState(
  db: Db,
  accountId: string,
  id: string,
  { latest, isFiring }: AlertState,
): Promise<void> {
  await db
    .updateTable('alert_rules')
    .set({ latest: JSON.stringify(latest), is_firing: isFiring ? 1 : 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** True if the profile's previous batch was not poor. */
export async function insertPoorBatch(db: Db, accountId: string, profileId: string, batchId: string): Promise<boolean> {
  const row = await db
    .insertInto('poor_batches')
    .values({ account_id: accountId, profile_id: profileId, batch_id: batchId })
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id']).doNothing())
    .returning('batch_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePoorBatch(db: Db, accountId: string, profileId: string): Promise<void> {
  await db.deleteFrom('poor_batches').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

function alertOf(row: Pick<Selectable<Schema['alert_rules']>, (typeof columns)[number]>): Alert {
  return {
    id: row.id,
    profileId: row.profile_id,
    dimension: row.dimension,
    below: row.below,
    over: row.frames,
  }
}
