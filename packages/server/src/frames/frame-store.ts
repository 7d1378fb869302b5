import { sql } from 'kysely'
import { slicesOf } from '../platform/slices.ts'
import type { FramesPort, StoredFrame } from '../ports/frames.ts'
import type { ProjectKey } from '../ports/projects.ts'
import type { Db } from '../store/schema.ts'

const idsPerQueryMax = 400

const columns = [
  'id',
  'project_id as projectId',
  'name',
  'content_hash as contentHash',
  'content_type as contentType',
  'width',
  'height',
  'bytes',
  'created_at as createdAt',
] as const

export async function findFrame(db: Db, accountId: string, id: string): Promise<StoredFrame | undefined> {
  return db
    .selectFrom('frames')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findFramesOf(
  db: Db,
  { accountId, projectId }: ProjectKey,
  ids: readonly string[],
): Promise<readonly StoredFrame[]> {
  const found: StoredFrame[] = []
  for (const some of slicesOf(ids, idsPerQueryMax)) {
    const rows = await db
      .selectFrom('frames')
      .select(columns)
      .where('account_id', '=', accountId)
      .where('id', 'in', some)
      .where('project_id', '=', projectId)
      .execute()
    found.push(...rows)
  }
  return found
}

/** The project's frame with these bytes. */
export async function findSameFrame(
  db: Db,
  { accountId, projectId }: ProjectKey,
  contentHash: string,
): Promise<StoredFrame | undefined> {
  return db
    .selectFrom('frames')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

/** False if the project already has a frame with these bytes. */
export async function insertFrame(db: Db, accountId: string, frame: StoredFrame): Promise<boolean> {
  const row = await db
    .insertInto('frames')
    .values({
      account_id: accountId,
      id: frame.id,
      project_id: frame.projectId,
      name: frame.name,
      content_hash: frame.contentHash,
      content_type: frame.contentType,
      width: frame.width,
      height: frame.height,
      bytes: frame.bytes,
      created_at: frame.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'project_id', 'content_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first: ids sort by creation. */
export async function listFrames(
  db: Db,
  accountId: string,
  projectId: string | undefined,
  before: string | undefined,
  limit: number,
): Promise<readonly StoredFrame[]> {
  let query = db.selectFrom('frames').select(columns).where('account_id', '=', accountId)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function deleteFrameRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('frames').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export const hasPicture: FramesPort['hasPicture'] = ({ accountId, contentHash, projectId }) => sql<boolean>`exists (
  select 1 from frames where account_id = ${accountId} and content_hash = ${contentHash}
    ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`})`

export async function hasFrameWith(db: Db, accountId: string, contentHash: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${hasPicture({ accountId, contentHash })}`.execute(db)
  return rows.length > 0
}
