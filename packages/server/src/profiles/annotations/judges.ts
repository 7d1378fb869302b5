import { canonicalJson } from '@palate/core/json.ts'
import type { Element, ElementKind } from '@palate/core/profile/schema.ts'
import { sha256 } from '../../platform/hash.ts'
import type { FindJudges, ProfileKey } from '../../ports/profiles.ts'
import { inQueries } from '../../store/chunked-reads.ts'
import type { Db } from '../../store/schema.ts'

/**
 * Who judged something is stored with its annotation. A commit keeps that by the content of the element, because an
 * element with the same id may say something else on another branch.
 */

const rowsPerInsertMax = 100

/** Keeps who judged the annotations of a profile, before a commit deletes them. */
export async function commitJudges(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  const annotated = await db
    .selectFrom('annotations')
    .select(['kind', 'id', 'element', 'key_id', 'judged_at'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
  const rows = annotated.flatMap(({ kind, id, element, key_id, judged_at }) => {
    if (key_id === null || judged_at === null) return []
    const content = contentOf(JSON.parse(element) as Element)
    return [{ account_id: accountId, profile_id: profileId, kind, id, content, key_id, judged_at }]
  })
  for (let i = 0; i < rows.length; i += rowsPerInsertMax) {
    await db
      .insertInto('judgements')
      .values(rows.slice(i, i + rowsPerInsertMax))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'profile_id', 'kind', 'id', 'content']).doUpdateSet((eb) => ({
          key_id: eb.ref('excluded.key_id'),
          judged_at: eb.ref('excluded.judged_at'),
        })),
      )
      .execute()
  }
}

export const findJudges: FindJudges = async (db, profileKey, kind, elements, hasWorking) => {
  const ids = elements.map(({ id }) => id)
  const rows = await inQueries(ids, (slice) => findCommitted(db, profileKey, kind, slice))
  const committed = Map.groupBy(rows, ({ id }) => id)
  const annotated = hasWorking ? await inQueries(ids, (slice) => findAnnotated(db, profileKey, kind, slice)) : []
  const working = new Map(annotated.map((row) => [row.id, row]))
  return new Map(
    elements.flatMap((element) => {
      const { id } = element
      const same = committed.get(id)
      const row = working.get(id) ?? same?.find(({ content }) => content === contentOf(element))
      return row?.key_id != null && row.judged_at !== null ? [[id, { keyId: row.key_id, at: row.judged_at }]] : []
    }),
  )
}

function findCommitted(db: Db, { accountId, profileId }: ProfileKey, kind: ElementKind, ids: readonly string[]) {
  return db
    .selectFrom('judgements')
    .select(['id', 'content', 'key_id', 'judged_at'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute()
}

function findAnnotated(db: Db, { accountId, profileId }: ProfileKey, kind: ElementKind, ids: readonly string[]) {
  return db
    .selectFrom('annotations')
    .select(['id', 'key_id', 'judged_at'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute()
}

function contentOf(element: Element): string {
  return sha256(canonicalJson(element)).toString('base64url')
}
