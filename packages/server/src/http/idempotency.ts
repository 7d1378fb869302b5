import { Fault } from '@palate/core/fault.ts'
import { sql } from 'kysely'
import type { Db } from '../store/schema.ts'

export const keptMs = 24 * 3600 * 1000
/** A longer response is not stored. */
export const storedResponseBytesMax = 1024 * 1024
const keyForm = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** Identified by key, operation and account together. */
export interface IdempotentRequest {
  readonly accountId: string
  readonly operation: string
  readonly key: string
  /** Hash of the whole request. */
  readonly requestHash: string
}

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null if it was too long to store. */
  readonly body: string | null
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && keyForm.test(header)) return header
  throw new Fault('invalid_request', 'Idempotency-Key: must be 1 to 255 printable ASCII characters')
}

/**
 * Claims the key inside the operation's own transaction, so that the change and its response are stored together or not
 * at all. A second request with the key waits for the first transaction and then finds its response. Returns that
 * response, or undefined if this request must do the work.
 */
export async function claimKeyOrFindResponse(
  db: Db,
  request: IdempotentRequest,
  now: string,
): Promise<StoredResponse | undefined> {
  if (await claim(db, request, now)) return undefined
  const response = await findResponse(db, request, now)
  if (!response) throw stillRunning()
  return response
}

/** Looks for a stored response without claiming the key, for work that is too long for one transaction. */
export async function findResponse(
  db: Db,
  request: IdempotentRequest,
  now: string,
): Promise<StoredResponse | undefined> {
  const stored = await find(db, request, now)
  if (!stored) return undefined
  if (stored.request_hash !== request.requestHash) {
    throw new Fault('idempotency_conflict', 'the Idempotency-Key was used for a different request')
  }
  const { status, headers, body } = stored
  if (status === null) throw stillRunning()
  return { status, headers: JSON.parse(headers ?? '{}') as StoredResponse['headers'], body }
}

export async function saveResponse(
  db: Db,
  { accountId, operation, key }: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: response.status, headers: JSON.stringify(response.headers), body: response.body })
    .where('account_id', '=', accountId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

/** Keys deleted by one statement. Few, because a stored response can be a megabyte long. */
export const expiredKeysPerPieceMax = 50

/** Deletes some expired keys and returns their number. */
export async function deleteExpiredKeys(db: Db, now: string, rowsMax: number): Promise<number> {
  const { rows } = await sql`
    delete from idempotency where expires_at <= ${now} and (account_id, operation, key) in (
      select account_id, operation, key from idempotency where expires_at <= ${now} limit ${rowsMax})
    returning key`.execute(db)
  return rows.length
}

export function stillRunning(): Fault {
  return new Fault('idempotency_conflict', 'the first request with this Idempotency-Key is still running')
}

export function notStored(): Fault {
  const detail =
    'the first request with this Idempotency-Key was carried out, but its response was too long to store; read what it changed'
  return new Fault('idempotency_conflict', detail)
}

/** True if the key was free or had expired. */
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
