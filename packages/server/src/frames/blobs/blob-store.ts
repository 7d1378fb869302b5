import { sql } from 'kysely'
import type { Condition } from '../../ports/conditions.ts'
import type { IsTextOfFrame } from '../../ports/frames.ts'
import type { Db } from '../../store/schema.ts'

/** Identifies the bytes of a picture. Each account stores them once. */
export interface BlobKey {
  readonly accountId: string
  /** SHA-256, hexadecimal. */
  readonly contentHash: string
}

/** The text of an element that contains the bytes as base64. */
export interface TextSource {
  readonly profileId: string
  readonly object: string
}

/**
 * Locks the row of these bytes, if there is one. `text` contains them; it is null if they have their own blob. `home`
 * is the bucket that has them as an object.
 */
export async function lockBlob(
  db: Db,
  { accountId, contentHash }: BlobKey,
  now: string,
): Promise<{ readonly text: TextSource | null; readonly home: string | null } | undefined> {
  const row = await db
    .updateTable('frame_contents')
    .set({ kept_at: now })
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .returning(['text_profile_id', 'text_object', 'home'])
    .executeTakeFirst()
  return row && { text: textOf(row), home: row.home }
}

/** False if another transaction inserted it first. */
export async function insertBlob(
  db: Db,
  { accountId, contentHash }: BlobKey,
  bytes: number,
  text: TextSource | null,
  now: string,
): Promise<boolean> {
  const row = await db
    .insertInto('frame_contents')
    .values({
      account_id: accountId,
      content_hash: contentHash,
      bytes,
      kept_at: now,
      text_profile_id: text?.profileId ?? null,
      text_object: text?.object ?? null,
      home: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'content_hash']).doNothing())
    .returning('content_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function findBlob(db: Db, { accountId, contentHash }: BlobKey) {
  const row = await db
    .selectFrom('frame_contents')
    .select(['bytes', 'text_profile_id', 'text_object', 'home'])
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return row && { bytes: row.bytes, text: textOf(row), home: row.home }
}

/** Null if the store has the bytes. */
export async function setHome(db: Db, { accountId, contentHash }: BlobKey, home: string | null): Promise<void> {
  await db
    .updateTable('frame_contents')
    .set({ home })
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .execute()
}

/** Whether the account's row of `stored_objects` has the bytes of a frame. */
export const isObjectOfFrame = (accountId: string): Condition => sql`(side = 0 and exists (
  select 1 from frame_contents
  where frame_contents.account_id = ${accountId}
    and frame_contents.content_hash = stored_objects.content_hash and frame_contents.home like stored_objects.place || '?%'))`

export async function deleteBlob(db: Db, { accountId, contentHash }: BlobKey): Promise<void> {
  await db
    .deleteFrom('frame_contents')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .execute()
}

export const isTextOfFrame: IsTextOfFrame = ({ accountId, profileId, object }) => sql<boolean>`exists (
  select 1 from frame_contents
  where account_id = ${accountId} and text_profile_id = ${profileId} and text_object = ${object})`

/** Finds the hashes for which the account has a blob in the store. */
export async function findContentHashes(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('frame_contents')
    .select('content_hash')
    .where('account_id', '=', accountId)
    .where('content_hash', 'in', hashes)
    .where('text_object', 'is', null)
    .where('home', 'is', null)
    .execute()
  return new Set(rows.map(({ content_hash }) => content_hash))
}

function textOf({ text_profile_id, text_object }: { text_profile_id: string | null; text_object: string | null }) {
  return text_profile_id === null || text_object === null ? null : { profileId: text_profile_id, object: text_object }
}
