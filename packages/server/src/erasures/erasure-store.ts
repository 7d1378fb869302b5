import { type Selectable, sql } from 'kysely'
import type { Subquery } from '../ports/conditions.ts'
import type { Erasure } from '../ports/erasures.ts'
import type { Db, Schema } from '../store/schema.ts'

/** A stored erasure and how far it is. */
export interface StoredErasure extends Erasure {
  readonly erasedAt: string
  readonly isDone: boolean
}

const columns = ['account_id', 'content_hash', 'source', 'project_id', 'projects', 'erased_at', 'is_done'] as const

export async function insertErasure(db: Db, erasure: Erasure, now: string): Promise<void> {
  await db
    .insertInto('erasures')
    .values({
      account_id: erasure.accountId,
      content_hash: erasure.contentHash,
      source: erasure.source,
      project_id: erasure.projectId,
      projects: erasure.projects?.join(' ') ?? null,
      erased_at: now,
      due_at: now,
      is_done: 0,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'content_hash', 'source']).doNothing())
    .execute()
}

/** One for each of these pictures, a query of `content_hash`. */
export async function insertErasuresOf(
  db: Db,
  { accountId, source, projectId }: Omit<Erasure, 'contentHash' | 'projects'>,
  pictures: Subquery,
  now: string,
): Promise<void> {
  await sql`
    insert into erasures (account_id, content_hash, source, project_id, erased_at, due_at, is_done)
    select ${accountId}, content_hash, ${source}, ${projectId}, ${now}, ${now}, 0 from (${pictures}) as pictures
    where true on conflict (account_id, content_hash, source) do nothing`.execute(db)
}

/** Those that are not done. */
export async function findErasureOf(db: Db, accountId: string, source: string): Promise<StoredErasure | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('is_done', '=', 0)
    .executeTakeFirst()
  return row && erasureOf(row)
}

/** Those to look at now, the oldest first. */
export async function listDueErasures(
  db: Db,
  accountId: string,
  now: string,
  limit: number,
): Promise<readonly StoredErasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(erasureOf)
}

export async function hasErasures(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('erasures')
    .select('source')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing is left of it. It is looked at once more, at this time. */
export async function setDone(db: Db, { accountId, contentHash, source }: Erasure, lookAgainAt: string): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ is_done: 1, due_at: lookAgainAt })
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('source', '=', source)
    .execute()
}

export async function postpone(db: Db, { accountId, contentHash, source }: Erasure, until: string): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('source', '=', source)
    .execute()
}

export async function deleteErasure(db: Db, { accountId, contentHash, source }: Erasure): Promise<void> {
  await db
    .deleteFrom('erasures')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('source', '=', source)
    .execute()
}

function erasureOf(row: Pick<Selectable<Schema['erasures']>, (typeof columns)[number]>): StoredErasure {
  return {
    accountId: row.account_id,
    contentHash: row.content_hash,
    source: row.source,
    projectId: row.project_id,
    projects: row.projects?.split(' ') ?? null,
    erasedAt: row.erased_at,
    isDone: row.is_done === 1,
  }
}
