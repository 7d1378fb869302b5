import { sql } from 'kysely'
import { inPieces } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

/** Makes all pending deliveries of a webhook dead letters. Returns their number. */
export function deadLetterPending(db: Db, accountId: string, webhookId: string, now: string): Promise<number> {
  const which = sql`account_id = ${accountId} and webhook_id = ${webhookId} and due_at is not null`
  return inPieces(
    db,
    { table: 'deliveries', key: 'id', which },
    (rows) => sql`update deliveries set status = 'dead', due_at = null, finished_at = ${now} where ${rows}`,
  )
}
