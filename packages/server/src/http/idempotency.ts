import type { Readable } from 'node:stream'
import { Fault } from '@palate/core/fault.ts'
import { sql } from 'kysely'
import { deleteSome } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'

export const keptMs = 24 * 3600 * 1000
/** A longer response is not stored. */
export const storedResponseBytesMax = 1024 * 1024

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
  /** Null if it was too long, or the account had no room for it. */
  readonly body: string | null
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
  const stored = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('account_id', '=', request.accountId)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
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

const running = new Set<string>()

/**
 * Refuses a second request with the same idempotency key while this process handles the first or sends its response.
 */
export async function refuseConcurrent<Done>(
  { accountId, operation, key }: IdempotentRequest,
  work: () => Promise<Done>,
  streamOf: (done: Done) => Readable | undefined = () => undefined,
): Promise<Done> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  let stream: Readable | undefined
  try {
    const done = await work()
    stream = streamOf(done)
    return done
  } finally {
    if (stream) stream.once('close', () => running.delete(name))
    else running.delete(name)
  }
}

/** Keys deleted by one statement. Few, because a stored response can be a megabyte long. */
export const expiredKeysPerPieceMax = 50

/** Deletes some expired keys of an account and returns their number. */
export async function deleteExpiredKeys(db: Db, accountId: string, now: string, rowsMax: number): Promise<number> {
  const which = sql`account_id = ${accountId} and expires_at <= ${now}`
  return (await deleteSome(db, { table: 'idempotency', which, orderBy: 'expires_at', rowsMax }, 'key')).length
}

function stillRunning(): Fault {
  return new Fault('idempotency_conflict', 'the first request with this Idempotency-Key is still running')
}

export function notStored(): Fault {
  const detail =
    'the first request with this Idempotency-Key was carried out, but its response was not stored, because it was too long or the account was full; read what it changed'
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
