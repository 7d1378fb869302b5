import type { Health } from '@palate/core/webhooks/health.ts'
import { healthy } from '@palate/core/webhooks/health.ts'
import type { DisabledReason, Webhook } from '@palate/core/webhooks/schema.ts'
import type { Selectable } from 'kysely'
import { inProjects } from '../store/in-projects.ts'
import type { Db, Schema } from '../store/schema.ts'

const columns = [
  'id',
  'project_id',
  'url',
  'events',
  'description',
  'status',
  'disabled_reason',
  'created_at',
  'updated_at',
] as const

/** The webhooks that a caller may use: all of the account's, or those of some projects. */
export interface Reach {
  readonly accountId: string
  readonly projects: readonly string[] | null
}

export interface Subscriber {
  readonly id: string
  readonly projectId: string | null
  readonly patterns: readonly string[]
}

export async function listSubscribers(db: Db, accountId: string): Promise<readonly Subscriber[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'project_id', 'events'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'enabled')
    .execute()
  return rows.map(({ id, project_id, events }) => ({
    id,
    projectId: project_id,
    patterns: JSON.parse(events) as string[],
  }))
}

export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWebhook(db: Db, accountId: string, webhook: Webhook, secret: string): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      account_id: accountId,
      id: webhook.id,
      project_id: webhook.projectId ?? null,
      created_at: webhook.createdAt,
      secret,
      ...changingColumns(webhook),
      ...healthColumns(healthy),
    })
    .execute()
}

export async function listWebhooks(
  db: Db,
  accountId: string,
  projects: readonly string[] | null,
  before: string | undefined,
  limit: number,
): Promise<readonly Webhook[]> {
  let query = db.selectFrom('webhooks').select(columns).where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(webhookOf)
}

export async function findWebhook(db: Db, reach: Reach, id: string): Promise<Webhook | undefined> {
  let query = db.selectFrom('webhooks').select(columns).where('account_id', '=', reach.accountId).where('id', '=', id)
  if (reach.projects !== null) query = query.where(inProjects('project_id', reach.projects))
  const row = await query.executeTakeFirst()
  return row && webhookOf(row)
}

/** Locks the webhook's row until the transaction ends: other writers wait. */
export async function lockWebhook(db: Db, reach: Reach, id: string) {
  let query = db
    .updateTable('webhooks')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('account_id', '=', reach.accountId)
    .where('id', '=', id)
  if (reach.projects !== null) query = query.where(inProjects('project_id', reach.projects))
  const row = await query.returning([...columns, ...healthNames, 'secret']).executeTakeFirst()
  return row && { webhook: webhookOf(row), health: healthOf(row), secret: row.secret }
}

export async function updateWebhook(db: Db, accountId: string, webhook: Webhook): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(changingColumns(webhook))
    .where('account_id', '=', accountId)
    .where('id', '=', webhook.id)
    .execute()
}

export async function updateHealth(db: Db, accountId: string, id: string, health: Health): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(healthColumns(health))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function updateSecret(
  db: Db,
  accountId: string,
  id: string,
  secret: string,
  old: { readonly secret: string; readonly until: string } | undefined,
  now: string,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ secret, old_secret: old?.secret ?? null, old_secret_until: old?.until ?? null, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhook(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('account_id', '=', accountId).where('id', '=', id).execute()
}

const healthNames = ['failures_in_row', 'failing_since', 'last_failure_at', 'rests_until'] as const

function healthOf(row: Pick<Selectable<Schema['webhooks']>, (typeof healthNames)[number]>): Health {
  return {
    failuresInRow: row.failures_in_row,
    failingSince: row.failing_since,
    lastFailureAt: row.last_failure_at,
    restsUntil: row.rests_until,
  }
}

function healthColumns({ failuresInRow, failingSince, lastFailureAt, restsUntil }: Health) {
  return {
    failures_in_row: failuresInRow,
    failing_since: failingSince,
    last_failure_at: lastFailureAt,
    rests_until: restsUntil,
  }
}

function changingColumns(webhook: Webhook) {
  return {
    url: webhook.url,
    events: JSON.stringify(webhook.events),
    description: webhook.description ?? null,
    status: webhook.status,
    disabled_reason: webhook.disabledReason ?? null,
    updated_at: webhook.updatedAt,
  }
}

function webhookOf(row: Pick<Selectable<Schema['webhooks']>, (typeof columns)[number]>): Webhook {
  return {
    id: row.id,
    ...(row.project_id !== null && { projectId: row.project_id }),
    url: row.url,
    events: JSON.parse(row.events) as string[],
    ...(row.description !== null && { description: row.description }),
    status: row.status,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason as DisabledReason }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
