import { type Health, isCircuitOpen } from '@palate/core/webhooks/health.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../store/schema.ts'
import { skipLocked } from '../../store/skip-locked.ts'
import { findEventRows } from '../events/event-store.ts'
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts'
import { secretColumns } from '../secrets/webhook-secrets.ts'

/**
 * The states of a delivery. It is created `pending` and due immediately. To claim it, a process writes its name to
 * `leased_by` and moves `due_at` to the end of the lease, so that the row is not due. A long send renews the lease. The
 * delivery then becomes `delivered`, due again after the scheduled pause, or `dead`. Each of these is written only if
 * `leased_by` still has the process's name. If the process dies, the row becomes due when the lease expires, and any
 * other process can claim it. A replay makes it pending again.
 *
 * Order: the first attempt of a delivery waits for an earlier event of the same profile and webhook, as long as another
 * process makes the first attempt of that event or it is about to become due. Retries block nothing, because they can
 * last for days.
 */
export const leaseMs = 10_000

/** Clocks of machines may differ by this much: deliveries that become due within this time block later ones. */
export const clockSkewMsMax = 5_000

/** Due deliveries of a webhook that one claim checks: all of them may have to wait for another process. */
const candidatesPerClaimMax = 20_000

/** A delivery that this process has claimed. */
export interface Job {
  readonly accountId: string
  readonly webhookId: string
  readonly id: string
  readonly eventId: string
  readonly body: string
  /** The trace of the request that caused the event. */
  readonly traceparent: string | undefined
  readonly stream: string
  readonly sequence: number
  /** Failed attempts before this one. */
  readonly tries: number
  readonly createdAt: string
}

/** Where to send, as of the claim. */
export interface Endpoint {
  readonly accountId: string
  readonly webhookId: string
  readonly url: string
  /** The current one and, during a rotation's overlap, the old one. */
  readonly secrets: readonly string[]
  readonly failuresInRow: number
}

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly id: string
  readonly failuresInRow: number
}

/** The account's webhooks with due deliveries, sorted by id. One index lookup for each webhook. */
export async function findWebhooksDue(db: Db, accountId: string, now: string): Promise<readonly DueWebhook[]> {
  const { rows } = await sql<{ id: string; failures_in_row: number }>`
    select id, failures_in_row from webhooks
    where account_id = ${accountId} and status = 'enabled' and (rests_until is null or rests_until <= ${now})
      and exists (
        select 1 from deliveries d
        where d.account_id = ${accountId} and d.webhook_id = webhooks.id and d.due_at <= ${now})
    order by id`.execute(db)
  return rows.map(({ id, failures_in_row: failuresInRow }) => ({ id, failuresInRow }))
}

export interface Claim {
  readonly endpoint: Endpoint
  readonly jobs: readonly Job[]
}

/** Some webhooks of an account. */
interface ClaimFrom {
  readonly accountId: string
  readonly webhookIds: readonly string[]
}

/**
 * Claims due deliveries of these webhooks. Skips a webhook that another process is claiming from, because only
 * sequential claims keep events in order, and one whose secret this process cannot decrypt.
 */
export async function claimJobs(
  db: Db,
  owner: string,
  now: string,
  from: ClaimFrom,
  capacityFor: (webhookId: string, health: Pick<Health, 'failuresInRow'>) => number,
  secrets: Pick<WebhookSecrets, 'open'>,
): Promise<readonly Claim[]> {
  if (from.webhookIds.length === 0) return []
  const endpoints = await lockEndpoints(db, now, from, secrets)
  const claims: Claim[] = []
  for (const endpoint of endpoints) {
    const capacity = capacityFor(endpoint.webhookId, endpoint)
    const jobs = capacity > 0 ? await claimFrom(db, owner, now, endpoint, capacity) : []
    if (jobs.length > 0) claims.push({ endpoint, jobs })
  }
  return claims
}

async function lockEndpoints(
  db: Db,
  now: string,
  { accountId, webhookIds }: ClaimFrom,
  secrets: Pick<WebhookSecrets, 'open'>,
): Promise<readonly Endpoint[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select([...secretColumns, 'url', 'failures_in_row'])
    .where('account_id', '=', accountId)
    .where('id', 'in', webhookIds)
    .where('status', '=', 'enabled')
    .modifyEnd(skipLocked(db))
    .execute()
  return rows.flatMap((row) => {
    const { id: webhookId, url, failures_in_row: failuresInRow } = row
    const opened = secrets.open(row, now)
    return opened ? [{ accountId, webhookId, url, secrets: opened, failuresInRow }] : []
  })
}

async function claimFrom(
  db: Db,
  owner: string,
  now: string,
  { accountId, webhookId }: Endpoint,
  limit: number,
): Promise<readonly Job[]> {
  const { rows } = await sql<ClaimedRow>`
    update deliveries set due_at = ${leaseEnd(now)}, leased_by = ${owner}
    where account_id = ${accountId} and id in (${claimable({ accountId, webhookId, owner, now, limit })})
    returning id, event_id, stream, place, tries, created_at`.execute(db)
  if (rows.length === 0) return []
  const eventIds = rows.map(({ event_id }) => event_id)
  const events = await findEventRows(db, accountId, eventIds)
  return rows
    .toSorted((a, b) => a.place - b.place)
    .map((row) => ({
      accountId,
      webhookId,
      id: row.id,
      eventId: row.event_id,
      body: events.get(row.event_id)?.body ?? '',
      traceparent: events.get(row.event_id)?.traceparent ?? undefined,
      stream: row.stream,
      sequence: row.place,
      tries: row.tries,
      createdAt: row.created_at,
    }))
}

/** The due deliveries that the owner may claim, in order of arrival. Reads only as many as it needs. */
export function claimable({ accountId, webhookId, owner, now, limit }: Claimable): RawBuilder<{ readonly id: string }> {
  return sql`
    with early as materialized (
      select stream, place from deliveries
      where account_id = ${accountId} and webhook_id = ${webhookId}
        and due_at > ${now} and due_at <= ${later(now, clockSkewMsMax)} and tries = 0 and leased_by is null)
    select d.id from (
      select id, webhook_id, stream, place, tries, due_at from deliveries
      where account_id = ${accountId} and webhook_id = ${webhookId} and due_at <= ${now}
      order by due_at, place limit ${candidatesPerClaimMax}) d
    where d.tries > 0 or not exists (
      select 1 from deliveries e
      where e.account_id = ${accountId} and e.webhook_id = d.webhook_id and e.stream = d.stream
        and e.place < d.place and e.due_at > ${now} and e.tries = 0 and e.leased_by <> ${owner})
      and not exists (select 1 from early where early.stream = d.stream and early.place < d.place)
    order by d.due_at, d.place limit ${limit}`
}

interface Claimable {
  readonly accountId: string
  readonly webhookId: string
  readonly owner: string
  readonly now: string
  readonly limit: number
}

interface ClaimedRow {
  readonly id: string
  readonly event_id: string
  readonly stream: string
  readonly place: number
  readonly tries: number
  readonly created_at: string
}

/** How many more deliveries may be claimed for a webhook: one at a time if its circuit breaker is open. */
export function claimCapacity(health: Pick<Health, 'failuresInRow'>, held: number, heldMax: number): number {
  return (isCircuitOpen(health) ? 1 : heldMax) - held
}

/** Renews leases, so that other processes do not claim deliveries that take long. */
export async function renewLeases(db: Db, owner: string, accountId: string, ids: readonly string[], now: string) {
  await db
    .updateTable('deliveries')
    .set({ due_at: leaseEnd(now) })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('leased_by', '=', owner)
    .where('due_at', 'is not', null)
    .execute()
}

/** Releases claimed deliveries that were not attempted. They keep their position in the queue. */
export async function releaseJobs(db: Db, owner: string, accountId: string, ids: readonly string[], now: string) {
  await db
    .updateTable('deliveries')
    .set({ due_at: sql<string>`case when tries = 0 then created_at else ${now} end`, leased_by: null })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('leased_by', '=', owner)
    .where('due_at', 'is not', null)
    .execute()
}

function leaseEnd(now: string): string {
  return later(now, leaseMs)
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}

/** Webhooks that one transaction claims from, or stores failures of: other writers wait for it. */
export const webhooksPerClaimMax = 20

interface Turn {
  /** The webhook that was claimed from last. */
  readonly last: string
  /** Whether the account pauses attempts to webhooks that failed last. */
  readonly isResting: boolean
  readonly isFailing: (webhook: DueWebhook) => boolean
}

/** The webhooks to claim from now: a few, in turn, and first those that did not fail last. `ready` is sorted by id. */
export function chooseWebhooks(ready: readonly DueWebhook[], { last, isResting, isFailing }: Turn) {
  const start = ready.findIndex(({ id }) => id > last)
  const inTurn = start < 0 ? ready : [...ready.slice(start), ...ready.slice(0, start)]
  const { healthy = [], failing = [] } = Object.groupBy(inTurn, (one) => (isFailing(one) ? 'failing' : 'healthy'))
  const claimable = isResting ? healthy : [...healthy, ...failing]
  const chosen = claimable.slice(0, webhooksPerClaimMax).map(({ id }) => id)
  return { chosen, hasFailing: chosen.length > healthy.length, hasMore: claimable.length > chosen.length }
}
