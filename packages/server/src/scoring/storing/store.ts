import { sql } from 'kysely'
import type { ProfileKey } from '../../ports.ts'
import { inPieces } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

export interface FeatureRow {
  readonly accountId: string
  readonly contentHash: string
  readonly embedderId: string
  readonly embedding: Uint8Array
  readonly attributes: string
}

export interface Pin {
  readonly source: string
  /** Null if the picture could not be read; then `fault` says why. */
  readonly contentHash: string | null
  readonly fault: string | null
}

export async function findFeatures(db: Db, accountId: string, contentHash: string, embedderId: string) {
  return db
    .selectFrom('features')
    .select(['embedding', 'attributes'])
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('embedder_id', '=', embedderId)
    .executeTakeFirst()
}

export async function listFeatures(db: Db, accountId: string, contentHashes: readonly string[], embedderId: string) {
  return db
    .selectFrom('features')
    .select(['content_hash', 'embedding', 'attributes'])
    .where('account_id', '=', accountId)
    .where('content_hash', 'in', contentHashes)
    .where('embedder_id', '=', embedderId)
    .execute()
}

/**
 * Takes rows from `inOrder`. Renews the time of existing rows, so that a concurrent sweep does not delete them, and
 * replaces embeddings of a different length, which are incomplete.
 */
export async function insertFeatures(db: Db, rows: readonly FeatureRow[], now: string): Promise<void> {
  await db
    .insertInto('features')
    .values(
      rows.map((row) => ({
        account_id: row.accountId,
        content_hash: row.contentHash,
        embedder_id: row.embedderId,
        embedding: row.embedding,
        attributes: row.attributes,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'content_hash', 'embedder_id']).doUpdateSet({
        created_at: sql<string>`excluded.created_at`,
        embedding: sql<Uint8Array>`case when length(features.embedding) = length(excluded.embedding)
            then features.embedding else excluded.embedding end`,
      }),
    )
    .execute()
}

/** Removes duplicates and sorts, so that on PostgreSQL concurrent inserts cannot deadlock. */
export function inOrder(rows: readonly FeatureRow[]): readonly FeatureRow[] {
  const byName = new Map(rows.map((row) => [`${row.accountId} ${row.contentHash} ${row.embedderId}`, row]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
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

/** Returns the new revision, or undefined if the profile was deleted. */
export async function incrementDerivedRevision(
  db: Db,
  { accountId, profileId }: ProfileKey,
): Promise<number | undefined> {
  const row = await db
    .updateTable('profiles')
    .set((eb) => ({ computed: eb('computed', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .returning('computed')
    .executeTakeFirst()
  return row?.computed
}

/** The pinned pool from which a profile's taste started; undefined if none was pinned yet. */
export async function findPooledTaste(db: Db, { accountId, profileId }: ProfileKey, featuresId: string) {
  return db
    .selectFrom('pooled_tastes')
    .select('pool')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('features_id', '=', featuresId)
    .executeTakeFirst()
}

/** Does not replace an existing pool. A profile that was just deleted gets no row. */
export async function insertPooledTaste(
  db: Db,
  { accountId, profileId }: ProfileKey,
  featuresId: string,
  pool: string | null,
  now: string,
): Promise<void> {
  await db
    .insertInto('pooled_tastes')
    .columns(['account_id', 'profile_id', 'features_id', 'pool', 'pinned_at'])
    .expression((eb) =>
      eb
        .selectFrom('profiles')
        .select((of) => [
          'account_id',
          'id',
          of.val(featuresId).as('features_id'),
          of.val(pool).as('pool'),
          of.val(now).as('pinned_at'),
        ])
        .where('account_id', '=', accountId)
        .where('id', '=', profileId),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'features_id']).doNothing())
    .execute()
}
