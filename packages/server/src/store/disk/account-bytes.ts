import { Fault } from '@palate/core/fault.ts'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { Engine, Store } from '../store.ts'
import { countedTables } from './count-account-bytes.ts'

/** The slot for what an account stored before the triggers began to count. */
const baseSlot = -1

export interface AccountUse {
  readonly accountId: string
  readonly bytes: number
}

export async function findAccountBytes(db: Db, accountId: string): Promise<number> {
  const [found] = await listAccountUse(db, [accountId])
  return found?.bytes ?? 0
}

/** Those of these rows whose account has not reached its limit. */
export async function withoutFullAccounts<Row extends { readonly accountId: string }>(
  { read, accountBytesMax }: Pick<Store, 'read' | 'accountBytesMax'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === 0 || accountBytesMax === Number.POSITIVE_INFINITY) return rows
  const used = await listAccountUse(read, [...new Set(rows.map(({ accountId }) => accountId))])
  const full = new Set(used.filter(({ bytes }) => bytes >= accountBytesMax).map(({ accountId }) => accountId))
  return rows.filter(({ accountId }) => !full.has(accountId))
}

/** The account with the highest usage. */
export async function findLargestAccount(db: Db): Promise<(AccountUse & { readonly name: string }) | undefined> {
  return db
    .selectFrom('account_bytes')
    .innerJoin('accounts', 'accounts.id', 'account_bytes.account_id')
    .select((eb) => ['account_id as accountId', 'name', eb.cast<number>(eb.fn.sum('bytes'), 'bigint').as('bytes')])
    .groupBy(['account_id', 'name'])
    .orderBy('bytes', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  const detail = `the account would use ${bytes} bytes and is limited to ${bytesMax}: delete frames or profiles, or ask the operator to raise PALATE_ACCOUNT_BYTES`
  return new Fault('account_full', detail, { members: { usedBytes: bytes, maxBytes: bytesMax } })
}

/**
 * Counts what accounts stored before there were counters, each account once. A single statement sees rows and counters
 * at the same moment, so that concurrent changes are counted once.
 */
export async function countExisting({ read, write }: Pick<Engine, 'read' | 'write'>): Promise<void> {
  for (const accountId of await listUncounted(read)) await write((db) => insertBase(db, accountId))
}

async function listAccountUse(db: Db, accountIds: readonly string[]): Promise<readonly AccountUse[]> {
  return db
    .selectFrom('account_bytes')
    .select((eb) => ['account_id as accountId', eb.cast<number>(eb.fn.sum('bytes'), 'bigint').as('bytes')])
    .where('account_id', 'in', accountIds)
    .groupBy('account_id')
    .execute()
}

async function listUncounted(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_bytes')
            .select('slot')
            .whereRef('account_bytes.account_id', '=', 'accounts.id')
            .where('slot', '=', baseSlot),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
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
