import { LRUCache } from 'lru-cache'
import { entriesMax } from '../platform/entries-max.ts'
import type { Db, DueKind } from './schema.ts'
import type { Engine } from './store.ts'

// Workers find the accounts with work in `due_accounts`, and then read the work of each account by itself.
//
// The transaction that stores work also makes sure that its account has a row. Rows of a busy account would be written
// all the time, so a row is kept until a time in the future (`until`), and it is renewed only when half of that time is
// over. A worker removes the row if the account has no work left and `until` has passed. So a transaction that relied
// on the row must commit before: it has at least a minute.
//
// What an account stores expires some day. So each write makes sure that there is a row `sweep`, and the account is swept
// as long as it is there. Then a row `expiry` takes its place: nothing expires before its `until`. A row `objects` makes
// it swept once more if it has objects in a bucket.

const keptMs = 120_000
/** So that an account that writes all the time costs a statement in ten minutes. */
const sweepKeptMs = 20 * 60_000
const accountsCachedMax = 50_000

export interface DueAccount {
  readonly kind: DueKind
  readonly accountId: string
  readonly until: string
}

type Writer = Pick<Engine, 'write' | 'afterCommit'>

/** What each store is known to have, so that most transactions need no statement for it. */
const known = new WeakMap<Writer, LRUCache<string, string>>()

/** Makes workers look for work of this kind. Called in the transaction that stores the work. */
export async function noteDue(store: Writer, db: Db, kind: DueKind, accountId: string, now: string): Promise<void> {
  if (isNoted(store, kind, accountId, now)) return
  const found = await findDueAccount(db, kind, accountId)
  const isKept = found !== undefined && found.until > later(now, keptMsOf(kind) / 2)
  const until = isKept ? found.until : later(now, keptMsOf(kind))
  if (!isKept) await upsertUntil(db, kind, accountId, until)
  store.afterCommit(db, () => cacheOf(store).set(`${kind}/${accountId}`, until))
}

/** Whether this process knows that the account has a row for long enough. */
export function isNoted(store: Writer, kind: DueKind, accountId: string, now: string): boolean {
  return (cacheOf(store).get(`${kind}/${accountId}`) ?? '') > later(now, keptMsOf(kind) / 2)
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

/** The accounts that have been written to, and those of which something expires or is to be looked at now. */
export async function listAccountsToSweep(db: Db, now: string): Promise<readonly DueAccount[]> {
  return db
    .selectFrom('due_accounts')
    .select(['kind', 'account_id as accountId', 'until'])
    .where((eb) => eb.or([eb('kind', '=', 'sweep'), eb('kind', 'in', ['expiry', 'objects']).and('until', '<=', now)]))
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
export async function forgetDue(store: Writer, due: DueAccount, now: string): Promise<void> {
  if (due.until >= now) return
  await store.write((db) => deleteDue(db, due), { usesReserve: true })
}

/** Call it after an account was swept because of these rows, with the times of the next sweeps, if any. */
export async function awaitNextSweeps(
  store: Writer,
  swept: readonly DueAccount[],
  { expiry, objects }: { readonly expiry?: string | undefined; readonly objects?: string | undefined },
): Promise<void> {
  const [first] = swept
  if (!first) return
  const { accountId } = first
  await store.write(
    async (db) => {
      for (const due of swept) await deleteDue(db, due)
      if (expiry !== undefined) await setUntil(db, 'expiry', accountId, expiry)
      if (objects !== undefined) await setUntil(db, 'objects', accountId, objects)
    },
    { usesReserve: true },
  )
}

/**
 * Makes all accounts due that wait for something to expire, if these periods are not those with which the times were
 * found. A row of the service remembers them.
 */
export async function noteChangedPeriods(store: Pick<Engine, 'write'>, periods: string, now: string): Promise<void> {
  await store.write(async (db) => {
    const known = await findDueAccount(db, 'periods', '')
    if (known?.until === periods) return
    await setUntil(db, 'periods', '', periods)
    if (known) await setAllUntil(db, 'expiry', now)
  })
}

/** Leaves only this work of the account to do. */
export async function replaceDue(db: Db, { kind, accountId, until }: DueAccount): Promise<void> {
  await db.deleteFrom('due_accounts').where('account_id', '=', accountId).execute()
  await setUntil(db, kind, accountId, until)
}

/** Unless it was renewed meanwhile. */
export async function deleteDue(db: Db, { kind, accountId, until }: DueAccount): Promise<void> {
  await db
    .deleteFrom('due_accounts')
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .where('until', '=', until)
    .execute()
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

/** Also to an earlier time. */
async function setUntil(db: Db, kind: DueKind, accountId: string, until: string): Promise<void> {
  await db
    .insertInto('due_accounts')
    .values({ kind, account_id: accountId, until })
    .onConflict((conflict) => conflict.columns(['kind', 'account_id']).doUpdateSet({ until }))
    .execute()
}

async function setAllUntil(db: Db, kind: DueKind, until: string): Promise<void> {
  await db.updateTable('due_accounts').set({ until }).where('kind', '=', kind).execute()
}

function cacheOf(store: Writer): LRUCache<string, string> {
  const cached = known.get(store) ?? new LRUCache<string, string>(entriesMax(accountsCachedMax))
  known.set(store, cached)
  return cached
}

function keptMsOf(kind: DueKind): number {
  return kind === 'sweep' ? sweepKeptMs : keptMs
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
