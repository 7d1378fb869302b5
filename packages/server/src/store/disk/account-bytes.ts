import { Fault } from '@palate/core/fault.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { sql } from 'kysely'
import { deleteDue, listDueAccounts } from '../due-accounts.ts'
import type { Db } from '../schema.ts'
import type { Engine, Store } from '../store.ts'
import { countedTables } from './count-account-bytes.ts'

/**
 * The slot for what an account stored before the triggers began to count. It was -1 and -2 when they counted less: an
 * account that has only those is counted again. Accounts of later have none.
 */
export const baseSlot = -3

interface AccountUse {
  readonly accountId: string
  readonly name: string
  readonly bytes: number
}

export async function findAccountBytes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account_bytes')
    .select((eb) => eb.cast<number | null>(eb.fn.sum('bytes'), 'bigint').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Whether the account of these rows has reached its limit. */
export async function isAccountFull(
  { read, accountBytesMax }: Pick<Store, 'read' | 'accountBytesMax'>,
  [row]: readonly { readonly accountId: string }[],
): Promise<boolean> {
  if (!row || accountBytesMax === Number.POSITIVE_INFINITY) return false
  return (await findAccountBytes(read, row.accountId)) >= accountBytesMax
}

/** Whether this many more bytes fit. The end of the transaction that stores them checks again. */
export async function hasRoom(
  { accountBytesMax }: Pick<Store, 'accountBytesMax'>,
  db: Db,
  accountId: string,
  bytes: number,
): Promise<boolean> {
  if (accountBytesMax === Number.POSITIVE_INFINITY) return true
  return (await findAccountBytes(db, accountId)) + bytes <= accountBytesMax
}

/** The account with the highest usage; undefined if nothing is stored. One statement, because there may be many accounts. */
export async function findLargestAccount(db: Db): Promise<AccountUse | undefined> {
  const [largest] = await db
    .selectFrom('account_bytes')
    .innerJoin('accounts', 'accounts.id', 'account_bytes.account_id')
    .select(['accounts.id as accountId', 'accounts.name'])
    .select((eb) => eb.cast<number>(eb.fn.sum('bytes'), 'bigint').as('bytes'))
    .groupBy(['accounts.id', 'accounts.name'])
    .having((eb) => eb(eb.fn.sum('bytes'), '>', 0))
    .orderBy('bytes', 'desc')
    .limit(1)
    .execute()
  return largest
}

/**
 * Refuses a transaction's changes if the account's usage has grown and exceeds its limit. Called last in the
 * transaction: an account over its limit can still delete, and make changes that do not grow it.
 */
export async function refuseGrowth({ read }: Engine, db: Db, accountId: string, bytesMax: number): Promise<void> {
  if (bytesMax === Number.POSITIVE_INFINITY) return
  const after = await findAccountBytes(db, accountId)
  if (after <= bytesMax || after <= (await findAccountBytes(read, accountId))) return
  throw accountFull(after, bytesMax)
}

export function accountFull(bytes: number, bytesMax: number): Fault {
  const detail = `the account would use ${describeBytes(bytes)} and is limited to ${describeBytes(bytesMax)}: delete frames or profiles, wait for batches to end, or ask the operator to raise PALATE_ACCOUNT_BYTES`
  return new Fault('account_full', detail, { members: { usedBytes: bytes, maxBytes: bytesMax } })
}

/**
 * Counts what accounts stored before there were counters, each account once. A migration notes them. A single statement
 * sees rows and counters at the same moment, so that concurrent changes are counted once.
 */
export async function countExisting({ read, write }: Pick<Engine, 'read' | 'write'>): Promise<void> {
  for (const due of await listDueAccounts(read, ['count'])) {
    await write(async (db) => {
      await insertBase(db, due.accountId)
      await deleteDue(db, due)
    })
  }
}

async function insertBase(db: Db, accountId: string): Promise<void> {
  const stored = countedTables.map(
    ({ table, size }) =>
      sql`coalesce((select sum(${sql.raw(size('t'))}) from ${sql.table(table)} as t where t.account_id = ${accountId}), 0)`,
  )
  const counted = sql`coalesce((select sum(bytes) from account_bytes where account_id = ${accountId}), 0)`
  await sql`insert into account_bytes (account_id, slot, bytes)
    select cast(${accountId} as text), cast(${baseSlot} as integer), ${sql.join(stored, sql` + `)} - ${counted}
    where true on conflict (account_id, slot) do nothing`.execute(db)
}
