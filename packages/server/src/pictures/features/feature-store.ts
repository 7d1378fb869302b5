import { sql } from 'kysely'
import type { Db } from '../../store/schema.ts'

export interface FeatureRow {
  readonly accountId: string
  readonly contentHash: string
  readonly embedderId: string
  readonly embedding: Uint8Array
  readonly attributes: string
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
