import { sql } from 'kysely'
import type { DeleteOfProfile, ProfileKey } from '../ports/profiles.ts'
import { deleteRowsOfProfile, inPieces } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'

export interface Pin {
  readonly source: string
  /** Null if the picture could not be read; then `fault` says why. */
  readonly contentHash: string | null
  readonly fault: string | null
}

/** The pin of a picture that stands in for a missing side: see taste/training-sets/stand-ins.ts. */
export function standInSource(contentHash: string): string {
  return `standin:${contentHash}`
}

export async function findPins(db: Db, { accountId, profileId }: ProfileKey): Promise<readonly Pin[]> {
  const rows = await db
    .selectFrom('pins')
    .select(['source', 'content_hash', 'fault'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
  return rows.map(({ source, content_hash, fault }) => ({ source, contentHash: content_hash, fault }))
}

/** Does not replace an existing pin: if two processes read a picture concurrently, the first one wins. */
export async function insertPin(db: Db, { accountId, profileId }: ProfileKey, pin: Pin, now: string): Promise<void> {
  await db
    .insertInto('pins')
    .values({
      account_id: accountId,
      profile_id: profileId,
      source: pin.source,
      content_hash: pin.contentHash,
      fault: pin.fault,
      pinned_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'source']).doNothing())
    .execute()
}

/** Deletes the pins of pictures that could not be read, so that they are read again. */
export async function deleteFaultyPins(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  const which = sql`account_id = ${accountId} and profile_id = ${profileId} and content_hash is null`
  await inPieces(db, { table: 'pins', key: 'source', which }, (rows) => sql`delete from pins where ${rows}`)
}

/** Deletes the content hashes of a profile's pictures. Their features stay, because they belong to the account. */
export const deletePins: DeleteOfProfile = (db, profile) =>
  deleteRowsOfProfile(db, { table: 'pins', key: 'source' }, profile)
