import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'

/**
 * A login of a command waits without an account, until a person confirms it: `waiting` → `approved` or `refused`. The
 * command then collects its key, which deletes the row. Rows expire ten minutes after their creation, whatever their
 * state, and are deleted when the next login is created.
 */
export interface NewLoginRow {
  /** SHA-256 of the code that collects the key. */
  readonly hash: string
  readonly userCode: string
  readonly name: string
  readonly address: string
  readonly network: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** Expired rows that one login deletes. Each adds one, so their number does not grow. */
const expiredPerInsertMax = 100

/** False if the short code is taken. */
export async function insertLogin(db: Db, login: NewLoginRow): Promise<boolean> {
  const row = await db
    .insertInto('logins')
    .values({
      hash: login.hash,
      user_code: login.userCode,
      name: login.name,
      address: login.address,
      network: login.network,
      status: 'waiting',
      account_id: null,
      person_id: null,
      created_at: login.createdAt,
      expires_at: login.expiresAt,
    })
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredLogins(db: Db, now: string): Promise<void> {
  await sql`delete from logins where hash in (
    select hash from logins where expires_at <= ${now} limit ${expiredPerInsertMax})`.execute(db)
}

/** Logins that nobody has decided yet: those of a network, and all. */
export async function countWaiting(db: Db, network: string, now: string) {
  const { own, all } = await db
    .selectFrom('logins')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('all'),
      fn.sum<number | string | null>(sql`case when network = ${network} then 1 else 0 end`).as('own'),
    ])
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return { own: Number(own ?? 0), all: Number(all) }
}

/** Logins of an account whose keys nobody has collected yet. */
export async function countApproved(db: Db, accountId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('logins')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'approved')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findWaiting(db: Db, userCode: string, now: string) {
  return db
    .selectFrom('logins')
    .select(['user_code', 'name', 'address', 'created_at', 'expires_at'])
    .where('user_code', '=', userCode)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Of two decisions, one is stored. */
export async function decide(
  db: Db,
  userCode: string,
  decision: { readonly status: 'approved' | 'refused'; readonly accountId: string; readonly personId: string },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('logins')
    .set({ status: decision.status, account_id: decision.accountId, person_id: decision.personId })
    .where('user_code', '=', userCode)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function findStatus(db: Db, hash: string, now: string) {
  const row = await db
    .selectFrom('logins')
    .select('status')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.status
}

/** Deletes an approved login, so that its key is collected once, and returns whose it is. */
export function takeApproved(db: Db, hash: string, now: string) {
  return db
    .deleteFrom('logins')
    .where('hash', '=', hash)
    .where('status', '=', 'approved')
    .where('expires_at', '>', now)
    .returning(['name', 'account_id as accountId', 'person_id as personId'])
    .executeTakeFirst()
}

/** Of a person who is suspended or removed: what they confirmed, and nobody has collected. */
export async function deleteLoginsOfPerson(db: Db, accountId: string, personId: string): Promise<void> {
  await db.deleteFrom('logins').where('account_id', '=', accountId).where('person_id', '=', personId).execute()
}
