import type { KeySession } from '@palate/core/keys/access.ts'
import { codeMs, codesPerKeyMax, sessionsPerKeyMax } from '@palate/core/sessions/schema.ts'
import { sql } from 'kysely'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { deleteSome } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { MaybePromise, Store } from '../../store/store.ts'
import { createFinder, deleteKeyAccounts, findAccountOf, insertKeyAccount } from '../key-accounts.ts'
import { callerOf, type KeyRow, keyColumns, selectKeys } from '../keys-with-people.ts'
import { hashKey } from '../secret.ts'
import { createKeyFinder } from '../store.ts'

/** Excess rows that one statement deletes. There is at most one, unless processes add rows concurrently. */
const rowsPastBoundMax = 1000

interface SessionRow {
  readonly hash: string
  readonly accountId: string
  readonly keyId: string
  readonly isSecure: boolean
  readonly expiresAt: string
}

/** Finds a session and its key by the hash of the session's token. Runs on every request with a cookie. */
export function createSessionFinder(store: Store): (hash: string) => MaybePromise<KeySession | undefined> {
  const find = store.prepare<Found>(
    selectKeys(store.read)
      .innerJoin('sessions', (join) =>
        join.onRef('sessions.account_id', '=', 'api_keys.account_id').onRef('sessions.key_id', '=', 'api_keys.id'),
      )
      .select([...keyColumns, 'sessions.hash as session', 'sessions.expires_at as session_expires_at', 'is_secure'])
      .where('sessions.account_id', '=', '')
      .where('sessions.hash', '=', '')
      .compile(),
  )
  return createFinder(store, find, sessionIn)
}

function sessionIn([row]: readonly Found[]): KeySession | undefined {
  if (!row) return undefined
  const [session, sessionExpiresAt, isSecure] = row.slice(-3) as SessionColumns
  return { ...callerOf(row.slice(0, -3) as unknown as KeyRow), session, sessionExpiresAt, isSecure: isSecure === 1 }
}

type SessionColumns = [session: string, sessionExpiresAt: string, isSecure: number]
type Found = readonly [...KeyRow, ...SessionColumns]

/** Adds a session. If the key then has too many, deletes the ones unused for longest. */
export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await insertKeyAccount(db, row.hash, row.accountId)
  await db
    .insertInto('sessions')
    .values({
      hash: row.hash,
      account_id: row.accountId,
      key_id: row.keyId,
      is_secure: row.isSecure ? 1 : 0,
      expires_at: row.expiresAt,
    })
    .execute()
  await deletePastBound(db, 'sessions', row, sessionsPerKeyMax)
}

/** The sessions among these that have not ended. */
export async function listSessions(
  db: Db,
  accountId: string,
  hashes: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('sessions')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', 'in', hashes)
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

export async function renewSession(db: Db, accountId: string, hash: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .execute()
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  const accountId = await findAccountOf(db, hash)
  if (accountId === undefined) return
  await db.deleteFrom('sessions').where('account_id', '=', accountId).where('hash', '=', hash).execute()
  await deleteKeyAccounts(db, [hash])
}

type Table = 'sessions' | 'session_codes'

type CodeRow = Omit<SessionRow, 'isSecure'>

/** Adds a code. If the key then has too many, deletes the oldest ones. */
export async function insertCode(db: Db, { hash, accountId, keyId, expiresAt }: CodeRow): Promise<void> {
  await insertKeyAccount(db, hash, accountId)
  await db
    .insertInto('session_codes')
    .values({ hash, account_id: accountId, key_id: keyId, expires_at: expiresAt })
    .execute()
  await deletePastBound(db, 'session_codes', { hash, accountId, keyId }, codesPerKeyMax)
}

export async function hasCode(db: Db, hash: string, now: string): Promise<boolean> {
  const accountId = await findAccountOf(db, hash)
  if (accountId === undefined) return false
  const row = await db
    .selectFrom('session_codes')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a code, so that it works only once, and returns the key that created it. */
export async function takeCode(db: Db, hash: string, now: string) {
  const accountId = await findAccountOf(db, hash)
  if (accountId === undefined) return undefined
  const taken = await db
    .deleteFrom('session_codes')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('key_id as keyId')
    .executeTakeFirst()
  if (taken) await deleteKeyAccounts(db, [hash])
  return taken && { accountId, ...taken }
}

/** Deletes some expired sessions or codes of an account and returns their number. */
export async function deleteExpired(
  db: Db,
  table: Table,
  accountId: string,
  now: string,
  rowsMax: number,
): Promise<number> {
  const which = sql`account_id = ${accountId} and expires_at <= ${now}`
  const hashes = await deleteSome(db, { table, which, orderBy: 'expires_at', rowsMax }, 'hash')
  await deleteKeyAccounts(db, hashes)
  return hashes.length
}

/** Keeps the row that was just added. */
async function deletePastBound(
  db: Db,
  table: Table,
  { accountId, keyId, hash }: Pick<SessionRow, 'accountId' | 'keyId' | 'hash'>,
  rowsMax: number,
): Promise<void> {
  const which = sql`select hash from ${sql.table(table)}
    where account_id = ${accountId} and key_id = ${keyId} and hash <> ${hash}
    order by expires_at desc, hash limit ${rowsPastBoundMax} offset ${rowsMax - 1}`
  const { rows } = await sql<{ hash: string }>`
    delete from ${sql.table(table)} where account_id = ${accountId} and hash in (${which}) returning hash`.execute(db)
  await deleteKeyAccounts(
    db,
    rows.map(({ hash }) => hash),
  )
}

/** A code that signs in with this key, for the link that the first start prints. */
export async function createFirstCode({ store, clock }: Pick<Services, 'store' | 'clock'>, key: string) {
  const found = await createKeyFinder(store)(hashKey(key))
  if (!found) throw new Error('the first key is not stored')
  const code = newSecret()
  const expiresAt = new Date(clock().getTime() + codeMs).toISOString()
  const { accountId, keyId } = found
  await store.write((db) => insertCode(db, { hash: hashSecret(code), accountId, keyId, expiresAt }), {
    usesReserve: true,
  })
  return code
}

type Renewed = Pick<KeySession, 'accountId' | 'session'>

/**
 * Renews sessions, one renewal per session at a time, because a page requests many pictures at once. Failures are
 * retried.
 */
export class SessionRenewal {
  readonly #services: Pick<Services, 'store' | 'log'>
  readonly #running = new Map<string, Promise<void>>()

  constructor(services: Pick<Services, 'store' | 'log'>) {
    this.#services = services
  }

  renew(session: Renewed, expiresAt: string): void {
    const { session: hash } = session
    if (!this.#running.has(hash)) this.#running.set(hash, this.#write(session, expiresAt))
  }

  /** Resolves when no renewal is running. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #write({ accountId, session: hash }: Renewed, expiresAt: string): Promise<void> {
    const { store, log } = this.#services
    try {
      await store.write((db) => renewSession(db, accountId, hash, expiresAt), { usesReserve: true })
    } catch (err) {
      log.warn({ err }, 'could not renew a session')
    } finally {
      this.#running.delete(hash)
    }
  }
}
