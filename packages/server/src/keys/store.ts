import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Caller, KeyState } from '@palate/core/keys/access.ts'
import type { Actor, KeyRecord } from '@palate/core/keys/schema.ts'
import type { Scope } from '@palate/core/route.ts'
import { sql } from 'kysely'
import type { FindActors } from '../ports/keys.ts'
import type { CountInProject } from '../ports/projects.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db } from '../store/schema.ts'
import type { MaybePromise, Store } from '../store/store.ts'
import { createFinder, insertKeyAccount } from './key-accounts.ts'
import { callerOf, callerOfColumns, type KeyRow, keyColumns, scopesIn, selectKeys } from './keys-with-people.ts'

const keysPerQueryMax = 400

export interface NewKeyRow {
  readonly accountId: string
  readonly id: string
  readonly projectId: string | null
  readonly scopes: readonly Scope[] | null
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly expiresAt: string | null
  readonly createdAt: string
  /** The person whose key it is. */
  readonly personId?: string | undefined
}

const recordColumns = [
  'id',
  'name',
  'prefix',
  'project_id',
  'scopes',
  'last_used_at',
  'usage_count',
  'expires_at',
  'created_at',
  'person_id',
] as const

/** Finds a key by its hash. Runs on every request. */
export function createKeyFinder(store: Store): (hash: string) => MaybePromise<(Caller & KeyState) | undefined> {
  const find = store.prepare<KeyRow>(
    selectKeys(store.read)
      .select(keyColumns)
      .where('api_keys.account_id', '=', '')
      .where('api_keys.hash', '=', '')
      .compile(),
  )
  return createFinder(store, find, ([row]) => row && callerOf(row))
}

export async function insertKey(db: Db, key: NewKeyRow): Promise<void> {
  await insertKeyAccount(db, key.hash, key.accountId)
  await db
    .insertInto('api_keys')
    .values({
      account_id: key.accountId,
      id: key.id,
      project_id: key.projectId,
      scopes: key.scopes?.join(' ') ?? null,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      expires_at: key.expiresAt,
      created_at: key.createdAt,
      usage_count: 0,
      person_id: key.personId ?? null,
    })
    .execute()
}

/** Active keys, newest first: ids sort by creation time. Without those that nobody holds. */
export async function listKeys(
  db: Db,
  { accountId, person }: Pick<Caller, 'accountId' | 'person'>,
  projects: readonly string[] | null,
  now: string,
  before: string | undefined,
  limit: number,
): Promise<readonly KeyRecord[]> {
  let query = db
    .selectFrom('api_keys')
    .select(recordColumns)
    .where('account_id', '=', accountId)
    .where('prefix', '<>', '')
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now)]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  if (projects !== null) {
    // A person's own keys need not name a project.
    query = query.where((eb) =>
      eb.or([inProjects('project_id', projects), ...(person ? [eb('person_id', '=', person.id)] : [])]),
    )
  }
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ scopes, ...row }) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    ...(row.project_id !== null && { projectId: row.project_id }),
    ...(scopes !== null && { scopes: [...(scopesIn(scopes) ?? [])] }),
    lastUsedAt: row.last_used_at,
    usageCount: row.usage_count,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    createdAt: row.created_at,
    ...(row.person_id !== null && { personId: row.person_id }),
  }))
}

/**
 * Revokes a key from the given time; an earlier revocation stays in effect. Returns the key, or undefined if there is
 * none. Of two concurrent immediate revocations only one returns it, even if its clock is ahead of the other's.
 */
export async function revokeKey(db: Db, caller: Caller, id: string, from: string, now: string) {
  let query = db
    .updateTable('api_keys')
    .set({
      revoked_at: sql<string>`case when revoked_at < ${from} then revoked_at else ${from} end`,
      is_ended: from <= now ? 1 : 0,
    })
    .where('account_id', '=', caller.accountId)
    .where('id', '=', id)
    .where('is_ended', '=', 0)
    .where('prefix', '<>', '')
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now)]))
  query = query.where(withinReach(caller))
  const revoked = await query
    .returning(['name', 'prefix', 'project_id', 'expires_at', 'revoked_at', 'scopes', 'person_id'])
    .executeTakeFirst()
  return revoked && { ...revoked, scopes: scopesIn(revoked.scopes) }
}

/** A caller limited to projects reaches the keys of these projects, and a person their own. */
function withinReach({ projects, person }: Caller) {
  if (projects === null) return sql<boolean>`1 = 1`
  return sql<boolean>`(${inProjects('project_id', projects)} or person_id = ${person?.id ?? null})`
}

/** Finds the key with this id, even if it is revoked or expired. */
export async function findKey(
  db: Db,
  { accountId, keyId }: Pick<Caller, 'accountId' | 'keyId'>,
): Promise<(Caller & KeyState) | undefined> {
  const row = await selectKeys(db)
    .select(keyColumns)
    .where('api_keys.account_id', '=', accountId)
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
  return row && callerOfColumns(row)
}

/** Finds and locks a key. Its state cannot change until the transaction ends. */
export async function lockKey(db: Db, key: Pick<Caller, 'accountId' | 'keyId'>) {
  await db
    .updateTable('api_keys')
    .set((eb) => ({ is_ended: eb.ref('is_ended') }))
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.keyId)
    .execute()
  return findKey(db, key)
}

/** The states of these keys of an account by id, with the rights that they have now. */
export async function listKeyStates(
  db: Db,
  accountId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, Caller & KeyState>> {
  const rows = await selectKeys(db)
    .select(keyColumns)
    .where('api_keys.account_id', '=', accountId)
    .where('api_keys.id', 'in', keyIds)
    .execute()
  return new Map(rows.map((row) => [row.id, callerOfColumns(row)]))
}

/** Whether the caller can see the key, even if it is revoked or expired. */
export async function hasKey(db: Db, caller: Caller, id: string): Promise<boolean> {
  let query = db.selectFrom('api_keys').select('id').where('account_id', '=', caller.accountId).where('id', '=', id)
  query = query.where(withinReach(caller))
  return (await query.executeTakeFirst()) !== undefined
}

/** Adds to a key's counts. False if the key is gone, with its account. */
export async function addUsage(
  db: Db,
  keyId: string,
  accountId: string,
  requests: number,
  lastUsedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set((eb) => ({
      usage_count: eb('usage_count', '+', requests),
      // Another process may already have recorded a later use.
      last_used_at: sql<string>`case when last_used_at > ${lastUsedAt} then last_used_at else ${lastUsedAt} end`,
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const countKeys: CountInProject = ({ accountId, projectId }, now) => sql<number>`(
  select count(*) from api_keys where account_id = ${accountId} and project_id = ${projectId}
    and (revoked_at is null or revoked_at > ${now}) and (expires_at is null or expires_at > ${now}))`

export const findActors: FindActors = async (db, accountId, ids) => {
  const actors = new Map<string, Actor>()
  for (const slice of slicesOf(ids, keysPerQueryMax)) {
    const rows = await selectKeys(db)
      .select(['api_keys.id', 'api_keys.name', 'person_id', 'people.name as person_name'])
      .where('api_keys.account_id', '=', accountId)
      .where('api_keys.id', 'in', slice)
      .execute()
    for (const { id: keyId, name, person_id: personId, person_name } of rows) {
      actors.set(keyId, { keyId, name: person_name ?? name, ...(personId !== null && { personId }) })
    }
  }
  return actors
}
