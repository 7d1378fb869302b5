import { LRUCache } from 'lru-cache'
import type { Db, DueKind } from './schema.ts'
import type { Store } from './store.ts'

// Workers find the accounts with work in `due_accounts`, and then read the work of each account by itself.
//
// The transaction that stores work also makes sure that its account has a row. Rows of a busy account would be written
// all the time, so a row is kept until a time in the future (`until`), and it is renewed only when half of that time is
// over. A worker removes the row if the account has no work left and `until` has passed. So a transaction that relied
// on the row must commit before: it has at least a minute.

const keptMs = 120_000
const accountsCachedMax = 10_000

export interface DueAccount {
  readonly kind: DueKind
  readonly accountId: string
  readonly until: string
}

/** What each store is known to have, so that most transactions need no statement for it. */
const known = new WeakMap<Store, LRUCache<string, string>>()

/** Makes workers look for work of this kind. Called in the transaction that stores the work. */
export async function noteDue(store: Store, db: Db, kind: DueKind, accountId: string, now: string): Promise<void> {
  const key = `${kind}/${accountId}`
  const latest = cacheOf(store)
  const enough = later(now, keptMs / 2)
  if ((latest.get(key) ?? '') > enough) return
  const found = await findDueAccount(db, kind, accountId)
  const isKept = found !== undefined && found.until > enough
  const until = isKept ? found.until : later(now, keptMs)
  if (!isKept) await upsertUntil(db, kind, accountId, until)
  store.afterCommit(db, () => latest.set(key, until))
}

/** The accounts that may have work of these kinds. */
export async function listDueAccounts(db: Db, kinds: readonly DueKind[]): Promise<readonly DueAccount[]> {
  return db
    .selectFrom('due_accounts')
    .select(['kind', 'account_id as accountId', 'until'])
    .where('kind', 'in', kinds)
    .orderBy('account_id')
    .execute()
}

export async function findDueAccount(db: Db, kind: DueKind, accountId: string): Promise<DueAccount | undefined> {
  return db
    .selectFrom('due_accounts')
    .select(['kind', 'account_id as accountId', 'until'])
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Call it after no work of the account was found. Does nothing while a transaction may rely on the row. */
export async function forgetDue(store: Store, { kind, accountId, until }: DueAccount, now: string): Promise<void> {
  if (until >= now) return
  await store.write(
    (db) =>
      db
        .deleteFrom('due_accounts')
        .where('kind', '=', kind)
        .where('account_id', '=', accountId)
        .where('until', '=', until)
        .execute(),
    { usesReserve: true },
  )
}

/** Leaves only this work of the account to do. */
export async function replaceDue(db: Db, { kind, accountId, until }: DueAccount): Promise<void> {
  await db.deleteFrom('due_accounts').where('account_id', '=', accountId).execute()
  await upsertUntil(db, kind, accountId, until)
}

async function upsertUntil(db: Db, kind: DueKind, accountId: string, until: string): Promise<void> {
  await db
    .insertInto('due_accounts')
    .values({ kind, account_id: accountId, until })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'account_id']).doUpdateSet({ until }).where('due_accounts.until', '<', until),
    )
    .execute()
}

function cacheOf(store: Store): LRUCache<string, string> {
  const cached = known.get(store) ?? new LRUCache<string, string>({ max: accountsCachedMax })
  known.set(store, cached)
  return cached
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
