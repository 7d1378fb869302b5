import { slicesOf } from '@palate/core/generic/slices.ts'
import { afterFailure, type Health, hasFailedTooLong, healthy } from '@palate/core/webhooks/health.ts'
import { pauseAfter } from '@palate/core/webhooks/retry.ts'
import type { DisabledReason, Webhook } from '@palate/core/webhooks/schema.ts'
import { sql } from 'kysely'
import type { EventSource, RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import { inPieces } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import { lockWebhook, updateHealth, updateWebhook } from '../webhook-store.ts'
import type { Job } from './claims.ts'

/** One attempt and its result. */
export interface Attempt {
  readonly id: string
  readonly at: string
  readonly status: number | null
  readonly durationMs: number
  /** Null for a success. */
  readonly error: string | null
  readonly response: string | null
  readonly retryAfterMs: number
}

export interface Outcome {
  readonly job: Job
  readonly attempt: Attempt
  /** From 0 to 1, for the jitter of the next pause. */
  readonly chance: number
}

export type OutcomeKind = 'delivered' | 'failed' | 'dead'

const rowsPerStatementMax = 400
const goneStatus = 410

/**
 * Stores the results of attempts and updates the health of the webhooks. Returns the kind of each outcome. Safe to
 * repeat after a commit whose reply was lost: outcomes that are stored already change nothing.
 */
export async function saveOutcomes(
  { config }: Pick<Services, 'config'>,
  db: Db,
  owner: string,
  outcomes: readonly Outcome[],
  wasFailing: (webhookId: string) => boolean,
  record: RecordEvents,
): Promise<readonly OutcomeKind[]> {
  const pausesMs = config.webhookRetryPausesMs
  const affected = await lockAffected(db, outcomes, wasFailing)
  const stored = await insertAttempts(db, outcomes)
  const isNew = ({ attempt }: Outcome) => stored.has(attempt.id)
  await saveSuccesses(db, owner, outcomes.filter(isNew).filter(isSuccess))
  const nextPauses = outcomes.map(({ job, attempt, chance }) =>
    attempt.error === null ? 0 : pauseAfter(job.tries + 1, pausesMs, chance, attempt.retryAfterMs),
  )
  for (const [i, outcome] of outcomes.entries())
    if (isNew(outcome) && !isSuccess(outcome)) await saveFailure(db, owner, outcome, nextPauses[i])
  const disabled = new Set<string>()
  for (const { locked, outcomes: ofWebhook } of affected) {
    const one = { locked, outcomes: ofWebhook.filter(isNew) }
    if (await saveHealth(db, one, pausesMs[0] ?? 0, record)) disabled.add(locked.webhook.id)
  }
  return outcomes.map((outcome, i) => {
    if (isSuccess(outcome)) return 'delivered'
    return nextPauses[i] === undefined || disabled.has(outcome.job.webhookId) ? 'dead' : 'failed'
  })
}

interface Affected {
  readonly locked: NonNullable<Awaited<ReturnType<typeof lockWebhook>>>
  readonly outcomes: readonly Outcome[]
}

/**
 * Locks the webhooks whose health the outcomes may change. Webhooks are locked before deliveries everywhere, and always
 * in the same order, so that transactions cannot deadlock.
 */
async function lockAffected(
  db: Db,
  outcomes: readonly Outcome[],
  wasFailing: (webhookId: string) => boolean,
): Promise<readonly Affected[]> {
  const byWebhook = [...Map.groupBy(outcomes, ({ job }) => job.webhookId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const affected: Affected[] = []
  for (const [webhookId, ofWebhook] of byWebhook) {
    const [first] = ofWebhook
    if (!first || (ofWebhook.every(isSuccess) && !wasFailing(webhookId))) continue
    const locked = await lockWebhook(db, { accountId: first.job.accountId, projects: null }, webhookId)
    if (locked) affected.push({ locked, outcomes: ofWebhook })
  }
  return affected
}

function isSuccess({ attempt }: Outcome): boolean {
  return attempt.error === null
}

/** The ids of the attempts that were not stored before. */
async function insertAttempts(db: Db, outcomes: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const stored = new Set<string>()
  for (const slice of slicesOf(outcomes, rowsPerStatementMax)) {
    const rows = slice.map(({ job, attempt }) => ({
      account_id: job.accountId,
      delivery_id: job.id,
      id: attempt.id,
      at: attempt.at,
      status: attempt.status,
      duration_ms: attempt.durationMs,
      error: attempt.error,
      response: attempt.response,
    }))
    const inserted = await db
      .insertInto('delivery_attempts')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account_id', 'delivery_id', 'id']).doNothing())
      .returning('id')
      .execute()
    for (const { id } of inserted) stored.add(id)
  }
  return stored
}

/** Includes deliveries that became dead letters because their webhook was disabled during the send: they did arrive. */
async function saveSuccesses(db: Db, owner: string, successes: readonly Outcome[]): Promise<void> {
  for (const [accountId, ofAccount] of Map.groupBy(successes, ({ job }) => job.accountId)) {
    for (const part of slicesOf(ofAccount, rowsPerStatementMax)) {
      await db
        .updateTable('deliveries')
        .set({
          status: 'delivered',
          due_at: null,
          leased_by: null,
          tries: sql<number>`tries + 1`,
          finished_at: part.at(-1)?.attempt.at ?? null,
        })
        .where('account_id', '=', accountId)
        .where('leased_by', '=', owner)
        .where(
          'id',
          'in',
          part.map(({ job }) => job.id),
        )
        .execute()
    }
  }
}

async function saveFailure(
  db: Db,
  owner: string,
  { job, attempt }: Outcome,
  pauseMs: number | undefined,
): Promise<void> {
  const next =
    pauseMs === undefined
      ? { status: 'dead' as const, due_at: null, finished_at: attempt.at }
      : { due_at: new Date(Date.parse(attempt.at) + attempt.durationMs + pauseMs).toISOString() }
  await db
    .updateTable('deliveries')
    .set({ ...next, leased_by: null, tries: sql<number>`tries + 1` })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.id)
    .where('leased_by', '=', owner)
    .where('due_at', 'is not', null)
    .execute()
}

/** True if this disabled the webhook. */
async function saveHealth(
  db: Db,
  { locked, outcomes }: Affected,
  firstRetryMs: number,
  record: RecordEvents,
): Promise<boolean> {
  const last = outcomes.at(-1)
  if (!last || locked.webhook.status === 'disabled') return false
  const { accountId, webhookId } = last.job
  const health = outcomes.reduce<Health>(
    (before, { attempt: { at, error, retryAfterMs } }) =>
      error === null ? healthy : afterFailure(before, at, firstRetryMs, retryAfterMs),
    locked.health,
  )
  await updateHealth(db, accountId, webhookId, health)
  const isGone = outcomes.some(({ attempt }) => attempt.status === goneStatus)
  if (!isGone && !hasFailedTooLong(health)) return false
  await disable(db, { accountId }, locked.webhook, isGone ? 'gone' : 'failing', last.attempt.at, record)
  return true
}

/** Disables a webhook: pending deliveries become dead letters, and the account's other webhooks get an event. */
export async function disable(
  db: Db,
  source: EventSource,
  webhook: Webhook,
  reason: DisabledReason,
  now: string,
  record: RecordEvents,
): Promise<Webhook> {
  const disabled: Webhook = { ...webhook, status: 'disabled', disabledReason: reason, updatedAt: now }
  const { accountId } = source
  await updateWebhook(db, accountId, disabled)
  await deadLetterPending(db, accountId, webhook.id, now)
  const { id: webhookId, projectId, url } = webhook
  const data = { webhookId, ...(projectId !== undefined && { projectId }), url, reason }
  await record(db, source, [{ type: 'webhook.disabled', projectId: projectId ?? null, profileId: null, data }], now)
  return disabled
}

/** Makes all pending deliveries of a webhook dead letters. Returns their number. */
export function deadLetterPending(db: Db, accountId: string, webhookId: string, now: string): Promise<number> {
  const which = sql`account_id = ${accountId} and webhook_id = ${webhookId} and due_at is not null`
  return inPieces(
    db,
    { table: 'deliveries', key: 'id', which },
    (rows) => sql`update deliveries set status = 'dead', due_at = null, finished_at = ${now} where ${rows}`,
  )
}
