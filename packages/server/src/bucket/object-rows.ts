import { sql } from 'kysely'
import type { Condition } from '../ports/conditions.ts'
import type { Db } from '../store/schema.ts'
import { StoreUnavailableError } from '../store/store.ts'
import type { ObjectKey } from './object-store.ts'

// Every object has a row before it is written, so that an object of a dead process is found without listing the bucket.
// Code that starts to refer to an object renews its row in the same transaction. The sweep deletes an object only after
// it has marked the row, and it marks only old rows that nothing refers to. So one of them waits for the other:
//
//   announce → (upload) → keep, in the transaction that adds the reference
//   claimStray → (delete the object) → forget
//
// An erasure also marks new rows, whose object somebody may be uploading at this moment. It counts a generation, so that
// this upload is refused, and leaves the row, so that the sweep removes what the upload still writes:
//
//   claimStray → (delete the object) → release

/** An object that may be uploaded: where, and after which deletion of it. */
export interface AnnouncedObject {
  readonly home: string
  readonly generation: number
}

/** Before an upload. Refused while the object is being deleted. */
export async function announceObject(db: Db, home: string, key: ObjectKey, now: string): Promise<AnnouncedObject> {
  const row = await db
    .insertInto('stored_objects')
    .values({ ...columnsOf(home, key), kept_at: now, is_removing: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'content_hash', 'side', 'home'])
        .doUpdateSet({ kept_at: now })
        .where('stored_objects.is_removing', '=', 0),
    )
    .returning('generation')
    .executeTakeFirst()
  if (!row) throw beingRemoved()
  return { home, generation: row.generation }
}

/** In the transaction that refers to the object. Refused if it was deleted after it was announced. */
export async function keepObject(
  db: Db,
  { home, generation }: AnnouncedObject,
  key: ObjectKey,
  now: string,
): Promise<void> {
  const row = await db
    .updateTable('stored_objects')
    .set({ kept_at: now })
    .where('account_id', '=', key.accountId)
    .where('content_hash', '=', key.contentHash)
    .where('side', '=', key.side)
    .where('home', '=', home)
    .where('is_removing', '=', 0)
    .where('generation', '=', generation)
    .returning('home')
    .executeTakeFirst()
  if (!row) throw beingRemoved()
}

export interface ObjectRow extends ObjectKey {
  readonly home: string
}

/** Rows of an account in key order, each with whether it may be claimed. */
export async function listObjects(
  db: Db,
  accountId: string,
  { after, limit }: { readonly after: ObjectRow | undefined; readonly limit: number },
  stray: Stray,
): Promise<readonly (ObjectRow & { readonly isStray: number })[]> {
  const { contentHash = '', side = 0, home = '' } = after ?? {}
  return db
    .selectFrom('stored_objects')
    .select(['account_id as accountId', 'content_hash as contentHash', 'side', 'home'])
    .select(sql<number>`case when ${isStray(accountId, stray)} then 1 else 0 end`.as('isStray'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(content_hash, side, home) > (${contentHash}, cast(${side} as integer), ${home})`)
    .orderBy('content_hash')
    .orderBy('side')
    .orderBy('home')
    .limit(limit)
    .execute()
}

/** The rows of a picture and its thumbnails. */
export async function listObjectsOf(
  db: Db,
  { accountId, contentHash }: Pick<ObjectKey, 'accountId' | 'contentHash'>,
): Promise<readonly ObjectRow[]> {
  return db
    .selectFrom('stored_objects')
    .select(['account_id as accountId', 'content_hash as contentHash', 'side', 'home'])
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .execute()
}

export interface Stray {
  /** Whether a picture (side 0) or a thumbnail refers to the account's row of `stored_objects`. */
  readonly isReferenced: (accountId: string) => Condition
  readonly keptBefore: string
}

/** Marks the row if nothing refers to the object and nothing has for a while. True if the caller must remove it. */
export async function claimStray(db: Db, { home, ...key }: ObjectRow, stray: Stray, now: string): Promise<boolean> {
  const row = await db
    .updateTable('stored_objects')
    .set({ is_removing: 1, kept_at: now })
    .where('account_id', '=', key.accountId)
    .where('content_hash', '=', key.contentHash)
    .where('side', '=', key.side)
    .where('home', '=', home)
    .where(isStray(key.accountId, stray))
    .returning('home')
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetObject(db: Db, { home, ...key }: ObjectRow): Promise<void> {
  await db
    .deleteFrom('stored_objects')
    .where('account_id', '=', key.accountId)
    .where('content_hash', '=', key.contentHash)
    .where('side', '=', key.side)
    .where('home', '=', home)
    .where('is_removing', '=', 1)
    .execute()
}

/** After the object was deleted, if somebody may be uploading it. */
export async function releaseObject(db: Db, { home, ...key }: ObjectRow, now: string): Promise<void> {
  await db
    .updateTable('stored_objects')
    .set((eb) => ({ is_removing: 0, kept_at: now, generation: eb('generation', '+', 1) }))
    .where('account_id', '=', key.accountId)
    .where('content_hash', '=', key.contentHash)
    .where('side', '=', key.side)
    .where('home', '=', home)
    .execute()
}

function isStray(accountId: string, { keptBefore, isReferenced }: Stray) {
  return sql<boolean>`(kept_at < ${keptBefore} and not ${isReferenced(accountId)})`
}

function columnsOf(home: string, { accountId, contentHash, side }: ObjectKey) {
  return { account_id: accountId, content_hash: contentHash, side, home, place: home.slice(0, home.indexOf('?')) }
}

function beingRemoved(): StoreUnavailableError {
  return new StoreUnavailableError('locked', 'the object is being removed')
}
