import type { DisabledReason, Webhook } from '@palate/core/webhooks/schema.ts'
import { sql } from 'kysely'
import type { EventSource, RecordEvents } from '../ports/webhooks.ts'
import { inPieces } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'
import { updateWebhook } from './webhook-store.ts'

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
