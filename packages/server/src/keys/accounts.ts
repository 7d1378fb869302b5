import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../services.ts'
import { makeDirectory } from '../store/directory.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { fingerprintOf, newKey } from './secret.ts'
import { insertKey } from './store.ts'

export const firstAccountName = 'default'

type KeyMaking = Pick<Services, 'newId' | 'clock'>

/** Creates an account and gives its first key, or nothing when there is an account of that name. */
export function createAccount(store: Store, making: KeyMaking, name: string): Promise<string | undefined> {
  return store.write(async (db) => {
    const key = newKey()
    return (await insertAccount(db, making, name, key)) ? key : undefined
  })
}

/** Gives an account a further key: for whoever has lost, or revoked, the last. Nothing where there is no such account. */
export function createAccountKey(store: Store, making: KeyMaking, name: string): Promise<string | undefined> {
  return store.write(async (db) => {
    const account = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst()
    if (!account) return undefined
    const key = newKey()
    await insertAccountKey(db, making, account.id, 'Key made on the command line', key)
    return key
  })
}

/**
 * On an empty store: makes the first account and its key, and writes the key to `bootstrap-key` in the data directory.
 * The file is written before the transaction ends: a crash may leave a file without an account, which the next start
 * mends, but never an account whose key nobody knows. Of several processes one makes it; the others get nothing.
 */
export function bootstrap(
  store: Store,
  making: KeyMaking,
  dataDir: string,
  given: string | undefined,
): Promise<string | undefined> {
  return store.write(async (db) => {
    if (await hasAccounts(db)) return undefined
    const key = given ?? newKey()
    if (!(await insertAccount(db, making, firstAccountName, key))) return undefined
    makeDirectory(dataDir)
    const file = join(dataDir, 'bootstrap-key')
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    return key
  })
}

export async function listAccounts(db: Db) {
  const rows = await db.selectFrom('accounts').select(['name', 'created_at']).orderBy('created_at').execute()
  return rows.map(({ name, created_at }) => ({ name, createdAt: created_at }))
}

async function insertAccount(db: Db, making: KeyMaking, name: string, key: string): Promise<boolean> {
  const account = await db
    .insertInto('accounts')
    .values({ id: making.newId('acct'), name, created_at: making.clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (account) await insertAccountKey(db, making, account.id, 'First key', key)
  return account !== undefined
}

/** A key of the whole account, without an end. */
async function insertAccountKey(db: Db, { newId, clock }: KeyMaking, accountId: string, name: string, key: string) {
  const row = { accountId, id: newId('key'), name, projectId: null, expiresAt: null, createdAt: clock().toISOString() }
  await insertKey(db, { ...row, ...fingerprintOf(key) })
}

async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}
