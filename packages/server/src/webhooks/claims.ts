import { type Health, isCircuitOpen } from '@palate/core/webhooks/health.ts'
import { sql } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { findEventBodies } from './event-store.ts'

/**
 * The life of a delivery. It is created `pending`, due at once. A process takes it: its name goes into `leased_by`, and
 * `due_at` moves to the end of the lease, so that the row looks like one that is not due; whoever sends for long moves
 * it on. Then it is `delivered`, or due again after the pause of the schedule, or `dead`; each of these only if the
 * row still has the name in it. If the process dies, the row becomes due at the end of the lease, and any other
 * process takes it. Replay makes it pending again.
 *
 * Order: a delivery that was never tried is not taken while another process has an earlier one of the same profile for
 * the same webhook in its first attempt. One that failed holds nobody up: it would do so for days.
 */
export const leaseMs = 10_000

/** A delivery that this process has taken. */
export interface Job {
  readonly accountId: string
  readonly webhookId: string
  readonly id: string
  readonly eventId: string
  readonly body: string
  readonly stream: string
  readonly place: number
  /** Failed attempts before this one. */
  readonly tries: number
  readonly createdAt: string
}

/** Where to send, as of the taking. */
export interface Endpoint {
  readonly accountId: string
  readonly webhookId: string
  readonly url: string
  /** The one that signs, and during an overlap the old one too. */
  readonly secrets: readonly string[]
  readonly failuresInRow: number
}

/**
 * The webhooks that have something due. The pending rows are walked webhook by webhook along their index, so that this
 * costs by how many webhooks are waiting and not by how much for.
 */
export async function findWebhooksDue(db: Db, now: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive waiting (id) as (
      select min(webhook_id) from deliveries where due_at is not null
      union all
      select (select min(d.webhook_id) from deliveries d where d.due_at is not null and d.webhook_id > waiting.id)
      from waiting where waiting.id is not null)
    select webhooks.id from waiting join webhooks on webhooks.id = waiting.id
    where webhooks.status = 'enabled' and (webhooks.rests_until is null or webhooks.rests_until <= ${now})
      and exists (select 1 from deliveries d where d.webhook_id = webhooks.id and d.due_at <= ${now})`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Claim {
  readonly endpoint: Endpoint
  readonly jobs: readonly Job[]
}

/**
 * Takes due deliveries of these webhooks. A webhook that another process is taking from at this very moment is passed
 * over: taking turns is what keeps the order.
 */
export async function claimJobs(
  store: Store,
  db: Db,
  me: string,
  now: string,
  webhookIds: readonly string[],
  roomFor: (webhookId: string, health: Pick<Health, 'failuresInRow'>) => number,
): Promise<readonly Claim[]> {
  if (webhookIds.length === 0) return []
  const endpoints = await lockEndpoints(store, db, now, webhookIds)
  const claims: Claim[] = []
  for (const endpoint of endpoints) {
    const room = roomFor(endpoint.webhookId, endpoint)
    const jobs = room > 0 ? await claimFrom(db, me, now, endpoint, room) : []
    if (jobs.length > 0) claims.push({ endpoint, jobs })
  }
  return claims
}

async function lockEndpoints(store: Store, db: Db, now: string, ids: readonly string[]): Promise<readonly Endpoint[]> {
  const rows = await store
    .skipLocked(
      db
        .selectFrom('webhooks')
        .select(['account_id', 'id', 'url', 'secret', 'old_secret', 'old_secret_until', 'failures_in_row'])
        .where('id', 'in', ids)
        .where('status', '=', 'enabled'),
    )
    .execute()
  return rows.map((row) => {
    const old = row.old_secret !== null && (row.old_secret_until ?? '') > now ? [row.old_secret] : []
    return {
      accountId: row.account_id,
      webhookId: row.id,
      url: row.url,
      secrets: [row.secret, ...old],
      failuresInRow: row.failures_in_row,
    }
  })
}

async function claimFrom(
  db: Db,
  me: string,
  now: string,
  { accountId, webhookId }: Endpoint,
  limit: number,
): Promise<readonly Job[]> {
  const { rows } = await sql<ClaimedRow>`
    update deliveries set due_at = ${leaseEnd(now)}, leased_by = ${me}
    where account_id = ${accountId} and id in (
      select d.id from deliveries d
      where d.webhook_id = ${webhookId} and d.due_at <= ${now} and (d.tries > 0 or not exists (
        select 1 from deliveries e
        where e.webhook_id = d.webhook_id and e.stream = d.stream and e.place < d.place and e.due_at is not null
          and e.due_at > ${now} and e.tries = 0 and e.leased_by <> ${me}))
      order by d.due_at, d.place limit ${limit})
    returning id, event_id, stream, place, tries, created_at`.execute(db)
  if (rows.length === 0) return []
  const eventIds = rows.map(({ event_id }) => event_id)
  const bodies = await findEventBodies(db, accountId, eventIds)
  return rows
    .toSorted((a, b) => (a.created_at === b.created_at ? a.place - b.place : a.created_at < b.created_at ? -1 : 1))
    .map((row) => ({
      accountId,
      webhookId,
      id: row.id,
      eventId: row.event_id,
      body: bodies.get(row.event_id) ?? '',
      stream: row.stream,
      place: row.place,
      tries: row.tries,
      createdAt: row.created_at,
    }))
}

interface ClaimedRow {
  readonly id: string
  readonly event_id: string
  readonly stream: string
  readonly place: number
  readonly tries: number
  readonly created_at: string
}

/** How many more a webhook may be given. With an open circuit it gets one at a time. */
export function claimCapacity(health: Pick<Health, 'failuresInRow'>, held: number, heldMax: number): number {
  return (isCircuitOpen(health) ? 1 : heldMax) - held
}

/** Keeps what takes long from being taken by others. */
export async function renewLeases(db: Db, me: string, accountId: string, ids: readonly string[], now: string) {
  await db
    .updateTable('deliveries')
    .set({ due_at: leaseEnd(now) })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('leased_by', '=', me)
    .where('due_at', 'is not', null)
    .execute()
}

/** Hands back what was taken and not tried, at its old place in the queue. */
export async function releaseJobs(db: Db, me: string, accountId: string, ids: readonly string[], now: string) {
  await db
    .updateTable('deliveries')
    .set({ due_at: sql<string>`case when tries = 0 then created_at else ${now} end`, leased_by: null })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('leased_by', '=', me)
    .where('due_at', 'is not', null)
    .execute()
}

function leaseEnd(now: string): string {
  return new Date(Date.parse(now) + leaseMs).toISOString()
}
