import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalName } from '@palate/core/names.ts'
import type { AuditSource } from '../audit/audited-change.ts'
import { type AuditServices, recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import { makeDirectory } from '../store/directory.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { findAccountOf } from './key-accounts.ts'
import { fingerprintOf, newKey } from './secret.ts'
import { insertKey } from './store.ts'

export const firstAccountName = 'default'

type IdsAndClock = Pick<Services, 'clock'> & Omit<AuditServices, 'store'>

/** Creates an account and returns its first key. Undefined if the name is taken. */
export function createAccount(store: Store, ids: IdsAndClock, name: string): Promise<string | undefined> {
  return store.write(async (db) => {
    const key = newKey()
    return (await insertAccount(store, db, ids, name, key)) ? key : undefined
  })
}

/** Creates another key for an account whose keys were lost or revoked. Undefined if the account does not exist. */
export function createAccountKey(store: Store, ids: IdsAndClock, accountName: string): Promise<string | undefined> {
  return store.write(async (db) => {
    const account = await findAccount(db, accountName)
    if (!account) return undefined
    const key = newKey()
    const name = 'Key created on the command line'
    const id = await insertAccountKey(db, ids, account.id, name, key)
    const change = { action: 'api_key.created', target: { type: 'api_key', id, name } } as const
    const now = ids.clock().toISOString()
    await recordAudit({ ...ids, store }, db, onServer(account.id), change, now)
    return key
  })
}

/**
 * On an empty store, creates the first account and its key, and writes the key to `bootstrap-key` in the data
 * directory. The file is written before the commit: a crash may leave a file without an account, which the next start
 * repairs, but never an account whose key is lost. If several processes start, one creates the account and the others
 * get undefined.
 */
export function bootstrap(
  store: Store,
  ids: IdsAndClock,
  dataDir: string,
  given: string | undefined,
): Promise<string | undefined> {
  return store.write(async (db) => {
    if (await hasAccounts(db)) return undefined
    const key = given ?? newKey()
    if (!(await insertAccount(store, db, ids, firstAccountName, key))) return undefined
    makeDirectory(dataDir)
    const file = firstKeyFile(dataDir)
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    return key
  })
}

/** The first key, if nobody has used it yet. A first start that fails does not print its sign-in link. */
export async function findUnusedFirstKey(db: Db, dataDir: string): Promise<string | undefined> {
  const key = readFirstKey(dataDir)
  if (key === undefined) return undefined
  const { hash } = fingerprintOf(key)
  const accountId = await findAccountOf(db, hash)
  if (accountId === undefined) return undefined
  const unused = await db
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('last_used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return unused && key
}

export async function listAccounts(db: Db) {
  const rows = await db.selectFrom('accounts').select(['name', 'created_at']).orderBy('created_at').execute()
  return rows.map(({ name, created_at }) => ({ name, createdAt: created_at }))
}

export async function listAccountIds(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('accounts').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function isOnlyAccount(db: Db): Promise<boolean> {
  return (await findOnlyAccount(db)) !== undefined
}

/** The id of the account, if there is exactly one. */
export async function findOnlyAccount(db: Db): Promise<string | undefined> {
  const accounts = await db.selectFrom('accounts').select('id').limit(2).execute()
  return accounts.length === 1 ? accounts[0]?.id : undefined
}

/** Removes the first-key file if it contains a key of this account, which is about to be deleted. */
export async function removeFirstKeyFile(db: Db, accountId: string, dataDir: string): Promise<void> {
  const key = readFirstKey(dataDir)
  if (key === undefined) return
  const owner = await findAccountOf(db, fingerprintOf(key).hash)
  if (owner === accountId) rmSync(firstKeyFile(dataDir), { force: true })
}

function readFirstKey(dataDir: string): string | undefined {
  try {
    return readFileSync(firstKeyFile(dataDir), 'utf8').trim()
  } catch {
    return undefined
  }
}

function firstKeyFile(dataDir: string): string {
  return join(dataDir, 'bootstrap-key')
}

export async function findAccountName(db: Db, id: string): Promise<string> {
  const { name } = await db.selectFrom('accounts').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

/** Finds an account by its name as given (older accounts may have such a name) or in canonical form. */
export async function findAccount(db: Db, name: string) {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', 'in', [name, canonicalName(name)])
    .execute()
  return found.find((account) => account.name === name) ?? found[0]
}

/** Deletes the account's row. Its other rows are deleted first: see composition/delete-account.ts. */
export async function deleteAccountRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute()
}

async function insertAccount(store: Store, db: Db, ids: IdsAndClock, name: string, key: string): Promise<boolean> {
  if (await findAccount(db, name)) return false
  const account = await db
    .insertInto('accounts')
    .values({ id: ids.newId('acct'), name: canonicalName(name), created_at: ids.clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!account) return false
  await insertAccountKey(db, ids, account.id, 'First key', key)
  const target = { type: 'account', id: account.id, name } as const
  const now = ids.clock().toISOString()
  await recordAudit({ ...ids, store }, db, onServer(account.id), { action: 'account.created', target }, now)
  return true
}

/** A command on the server, not a request. */
function onServer(accountId: string): AuditSource {
  return { accountId, keyId: null, address: null, requestId: null }
}

/** A key for the whole account, with all permissions and no expiry. */
async function insertAccountKey(db: Db, { newId, clock }: IdsAndClock, accountId: string, name: string, key: string) {
  const limits = { projectId: null, scopes: null, expiresAt: null }
  const row = { accountId, id: newId('key'), name, createdAt: clock().toISOString() }
  await insertKey(db, { ...row, ...limits, ...fingerprintOf(key) })
  return row.id
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}
