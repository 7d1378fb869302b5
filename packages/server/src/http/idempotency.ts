import { Fault } from '@palate/core/fault.ts'
import type { Db } from '../store/schema.ts'

export const keptMs = 24 * 3600 * 1000
const keyForm = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** What names one attempt: the same key on the same operation of the same account. */
export interface IdempotentRequest {
  readonly accountId: string
  readonly operation: string
  readonly key: string
  /** Hash over everything that was asked. */
  readonly requestHash: string
}

/** The answer as it is stored. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Not a repeat, but the answer that was just remembered. */
  readonly isFirst?: boolean
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && keyForm.test(header)) return header
  throw new Fault('invalid_request', 'Idempotency-Key: takes 1 to 255 printable ASCII characters')
}

/**
 * Takes the key inside the transaction of the operation itself, so that the change and its remembered answer are
 * stored together or not at all. A second request with the key waits for the first one's transaction and then finds
 * its answer. Gives that answer, or nothing when this request is the one to do the work.
 */
export async function claimKeyOrFindAnswer(
  db: Db,
  attempt: IdempotentRequest,
  now: string,
): Promise<StoredAnswer | undefined> {
  if (await claim(db, attempt, now)) return undefined
  const answer = await findAnswer(db, attempt, now)
  if (!answer) throw stillRunning()
  return answer
}

/** The remembered answer, without taking the key: for work that is too long for one transaction. */
export async function findAnswer(db: Db, attempt: IdempotentRequest, now: string): Promise<StoredAnswer | undefined> {
  const stored = await find(db, attempt, now)
  if (!stored) return undefined
  if (stored.request_hash !== attempt.requestHash) {
    throw new Fault('idempotency_conflict', 'the Idempotency-Key was used for another request')
  }
  const { status, headers, body } = stored
  if (status === null) throw stillRunning()
  return { status, headers: JSON.parse(headers ?? '{}') as StoredAnswer['headers'], body: body ?? '' }
}

export async function saveAnswer(
  db: Db,
  { accountId, operation, key }: IdempotentRequest,
  answer: StoredAnswer,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('account_id', '=', accountId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

export async function deleteExpiredKeys(db: Db, now: string): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<=', now).execute()
}

export function stillRunning(): Fault {
  return new Fault('idempotency_conflict', 'the first request with this Idempotency-Key is still running')
}

/** True when the key was free, or its time was over. */
async function claim(
  db: Db,
  { accountId, operation, key, requestHash }: IdempotentRequest,
  now: string,
): Promise<boolean> {
  const fresh = {
    request_hash: requestHash,
    status: null,
    headers: null,
    body: null,
    expires_at: new Date(Date.parse(now) + keptMs).toISOString(),
  }
  const row = await db
    .insertInto('idempotency')
    .values({ account_id: accountId, operation, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'operation', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency.expires_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

async function find(db: Db, { accountId, operation, key }: IdempotentRequest, now: string) {
  return db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('account_id', '=', accountId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
