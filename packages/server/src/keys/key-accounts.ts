import { slicesOf } from '@palate/core/generic/slices.ts'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../platform/entries-max.ts'
import type { AccountDirectory } from '../ports/keys.ts'
import type { Db } from '../store/schema.ts'
import { andThen, type MaybePromise, type Store } from '../store/store.ts'
import { workForAccount } from '../work/current-work.ts'

const accountsCachedMax = 10_000
const hashesPerStatementMax = 400

/**
 * Finds a key or session by its hash: first its account, then what `find` reads from that account. The account of a hash
 * never changes, so it is cached; whether the key still works is read each time.
 */
export function createFinder<Row, Found>(
  store: Store,
  find: (accountId: string, hash: string) => MaybePromise<readonly Row[]>,
  read: (rows: readonly Row[]) => Found | undefined,
): (hash: string) => MaybePromise<Found | undefined> {
  const findAccount = createAccountFinder(store)
  return (hash) =>
    andThen(findAccount(hash), (accountId) =>
      accountId === undefined
        ? undefined
        : andThen(
            workForAccount(accountId, () => find(accountId, hash)),
            read,
          ),
    )
}

function createAccountFinder(store: Store): (hash: string) => MaybePromise<string | undefined> {
  const find = store.prepare<readonly [accountId: string]>(
    store.read.selectFrom('key_accounts').select('account_id').where('hash', '=', '').compile(),
  )
  const cached = new LRUCache<string, string>(entriesMax(accountsCachedMax))
  function note(hash: string, [row]: readonly (readonly [accountId: string])[]): string | undefined {
    if (row) cached.set(hash, row[0])
    return row?.[0]
  }
  return (hash) => cached.get(hash) ?? andThen(find(hash), (rows) => note(hash, rows))
}

/** The account of a key, session, code or share, in a transaction or for a single lookup. */
export async function findAccountOf(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('key_accounts').select('account_id').where('hash', '=', hash).executeTakeFirst()
  return row?.account_id
}

/** Before the row that has the hash. Fails if the hash is taken. */
export async function insertKeyAccount(db: Db, hash: string, accountId: string): Promise<void> {
  await db.insertInto('key_accounts').values({ hash, account_id: accountId }).execute()
}

/** After their rows. */
export async function deleteKeyAccounts(db: Db, hashes: readonly string[]): Promise<void> {
  for (const slice of slicesOf(hashes, hashesPerStatementMax)) {
    await db.deleteFrom('key_accounts').where('hash', 'in', slice).execute()
  }
}

export const accountDirectory: AccountDirectory = { findAccountOf, insertKeyAccount, deleteKeyAccounts }
