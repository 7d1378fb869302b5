import { slicesOf } from '@palate/core/generic/slices.ts'
import type { EventType } from '@palate/core/webhooks/events.ts'
import { attemptsShownMax, type Delivery } from '@palate/core/webhooks/schema.ts'
import { type Selectable, sql } from 'kysely'
import { idsOf } from '../../platform/ids.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db, Schema } from '../../store/schema.ts'
import type { Recipient } from '../events/fan-out-store.ts'
import type { Reach } from '../webhook-store.ts'

const rowsPerInsertMax = 200
const idsPerQueryMax = 400
const columns = [
  'deliveries.id',
  'deliveries.webhook_id',
  'deliveries.event_id',
  'deliveries.event_type',
  'deliveries.status',
  'deliveries.due_at',
  'deliveries.leased_by',
  'deliveries.created_at',
  'deliveries.reason',
] as const

/** Pending deliveries of an account. Beyond it, webhooks with a backlog get further events as dead letters. */
export const pendingPerAccountMax = 100_000
/** A webhook with this many pending deliveries has a backlog. */
export const pendingPerWebhookMin = 100

export interface NewDelivery extends Recipient {
  readonly id: string
}

/** Whether an account has as many pending deliveries as it may have. */
export async function hasPendingMax(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('webhook_id')
    .where('account_id', '=', accountId)
    .where('due_at', 'is not', null)
    .limit(1)
    .offset(pendingPerAccountMax - 1)
    .executeTakeFirst()
  return row !== undefined
}

/** The webhooks of an account whose backlog is too long for more deliveries. None if the account has room. */
async function findBacklogged(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  if (!(await hasPendingMax(db, accountId))) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where account_id = ${accountId} and exists (
      select 1 from deliveries d
      where d.account_id = ${accountId} and d.webhook_id = webhooks.id and d.due_at is not null
      limit 1 offset ${pendingPerWebhookMin - 1})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Deliveries of a webhook with a long backlog are dead letters from the start. */
export async function insertDeliveries(
  db: Db,
  accountId: string,
  deliveries: readonly NewDelivery[],
  now: string,
): Promise<void> {
  const backlogged = await findBacklogged(db, accountId)
  const pending = { status: 'pending' as const, due_at: now, finished_at: null, reason: null }
  const dead = { status: 'dead' as const, due_at: null, finished_at: now, reason: 'too_many_pending' as const }
  for (const slice of slicesOf(deliveries, rowsPerInsertMax)) {
    const rows = slice.map(({ id, webhookId, event }) => ({
      account_id: accountId,
      id,
      webhook_id: webhookId,
      event_id: event.id,
      event_type: event.type,
      stream: event.stream,
      place: event.place,
      tries: 0,
      created_at: now,
      ...(backlogged.has(webhookId) ? dead : pending),
    }))
    await db.insertInto('deliveries').values(rows).execute()
  }
}

export interface DeliveryFilter {
  readonly projects?: readonly string[] | null
  readonly webhookId?: string | undefined
  readonly status?: Delivery['status'] | undefined
  readonly eventType?: EventType | undefined
  /** Created at this time or later. */
  readonly since?: string | undefined
  /** Created before this time. */
  readonly until?: string | undefined
  readonly before?: string | undefined
}

/** Narrows a statement to the ids of deliveries from this time, so that it reads few others: ids sort by time. */
export function idsBetween(column: string, { since, until }: Pick<DeliveryFilter, 'since' | 'until'>) {
  const first = since === undefined ? sql`true` : sql`${sql.ref(column)} >= ${idsOf('dlv', since).first}`
  const last = until === undefined ? sql`true` : sql`${sql.ref(column)} < ${idsOf('dlv', until).last}`
  return sql<boolean>`(${first} and ${last})`
}

/** Newest first. Deliveries of a deleted webhook are hidden; the sweep deletes their rows later. */
export async function listDeliveries(db: Db, accountId: string, filter: DeliveryFilter, limit: number) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.account_id', '=', 'deliveries.account_id')
        .onRef('webhooks.id', '=', 'deliveries.webhook_id'),
    )
    .select(columns)
    .where('deliveries.account_id', '=', accountId)
  const { projects, webhookId, status, eventType, since, until, before } = filter
  if (projects) query = query.where(inProjects('webhooks.project_id', projects))
  if (webhookId !== undefined) query = query.where('deliveries.webhook_id', '=', webhookId)
  // This is a literal, so that the query planners can use the partial index of dead letters.
  if (status !== undefined) query = query.where('deliveries.status', '=', sql.lit(status))
  // Only pending ones have it, and an index has no others.
  if (status === 'pending') query = query.where('deliveries.due_at', 'is not', null)
  if (eventType !== undefined) query = query.where('deliveries.event_type', '=', eventType)
  if (since !== undefined) query = query.where('deliveries.created_at', '>=', since)
  if (until !== undefined) query = query.where('deliveries.created_at', '<', until)
  query = query.where(idsBetween('deliveries.id', filter))
  if (before !== undefined) query = query.where('deliveries.id', '<', before)
  const rows = await query.orderBy('deliveries.id', 'desc').limit(limit).execute()
  const attempts = await findAttempts(db, accountId, rows)
  return rows.map((row) => deliveryOf(row, (attempts.get(row.id) ?? []).map(withoutResponse)))
}

/** A delivery with its attempts, and whether its webhook is enabled. */
export async function findDelivery(db: Db, { accountId, projects }: Reach, id: string) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.account_id', '=', 'deliveries.account_id')
        .onRef('webhooks.id', '=', 'deliveries.webhook_id'),
    )
    .select([...columns, 'webhooks.status as webhook_status'])
    .where('deliveries.account_id', '=', accountId)
    .where('deliveries.id', '=', id)
  if (projects !== null) query = query.where(inProjects('webhooks.project_id', projects))
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const attempts = await findAttempts(db, accountId, [row])
  return { delivery: deliveryOf(row, attempts.get(id) ?? []), isEnabled: row.webhook_status === 'enabled' }
}

/** Restarts a delivery's schedule, unless it is being sent. */
export async function requeueDelivery(db: Db, accountId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'pending', tries: 0, due_at: now, finished_at: null, leased_by: null, reason: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('leased_by', 'is', null), eb('due_at', 'is', null)]))
    .execute()
}

export async function deleteDelivery(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('deliveries').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export async function deleteAttempts(db: Db, accountId: string, deliveryIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('delivery_attempts')
    .where('account_id', '=', accountId)
    .where('delivery_id', 'in', deliveryIds)
    .execute()
}

/** Deletes attempts that are no longer shown, because a delivery can be replayed any number of times. */
export async function deleteOldAttempts(db: Db, accountId: string, deliveryId: string): Promise<void> {
  const latest = db
    .selectFrom('delivery_attempts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(attemptsShownMax)
  await db
    .deleteFrom('delivery_attempts')
    .where('account_id', '=', accountId)
    .where('delivery_id', '=', deliveryId)
    .where('id', 'not in', latest)
    .execute()
}

/** The given deliveries that have attempts which are no longer shown. */
export async function findWithOldAttempts(
  db: Db,
  accountId: string,
  deliveryIds: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const slice of slicesOf(deliveryIds, idsPerQueryMax)) {
    const rows = await db
      .selectFrom('delivery_attempts')
      .select('delivery_id')
      .where('account_id', '=', accountId)
      .where('delivery_id', 'in', slice)
      .groupBy('delivery_id')
      .having((eb) => eb.fn.countAll(), '>', attemptsShownMax)
      .execute()
    found.push(...rows.map(({ delivery_id }) => delivery_id))
  }
  return found
}

type Attempt = Delivery['attempts'][number]

async function findAttempts(db: Db, accountId: string, deliveries: readonly { readonly id: string }[]) {
  const found = new Map<string, Attempt[]>()
  for (const slice of slicesOf(deliveries, idsPerQueryMax)) {
    const ids = slice.map(({ id }) => id)
    const rows = await db
      .selectFrom('delivery_attempts')
      .select(['delivery_id', 'at', 'status', 'duration_ms', 'error', 'response'])
      .where('account_id', '=', accountId)
      .where('delivery_id', 'in', ids)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const attempts = found.get(row.delivery_id) ?? []
      attempts.push(attemptOf(row))
      found.set(row.delivery_id, attempts.slice(-attemptsShownMax))
    }
  }
  return found
}

function attemptOf(row: Omit<Selectable<Schema['delivery_attempts']>, 'account_id' | 'id' | 'delivery_id'>): Attempt {
  return {
    at: row.at,
    ...(row.status !== null && { status: row.status }),
    durationMs: row.duration_ms,
    ...(row.error !== null && { error: row.error }),
    ...(row.response !== null && { response: row.response }),
  }
}

function withoutResponse({ response: _, ...attempt }: Attempt): Attempt {
  return attempt
}

type ListedRow = Pick<
  Selectable<Schema['deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'event_type' | 'status' | 'due_at' | 'leased_by' | 'created_at' | 'reason'
>

function deliveryOf(row: ListedRow, attempts: Attempt[]): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type as EventType,
    status: row.status,
    attempts,
    // While a row is leased, `due_at` is the end of the lease, which is internal.
    ...(row.due_at !== null && row.leased_by === null && { nextAttemptAt: row.due_at }),
    ...(row.reason !== null && { reason: row.reason }),
    createdAt: row.created_at,
  }
}
