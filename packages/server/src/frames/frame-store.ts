import { slicesOf } from '@palate/core/generic/slices.ts'
import { sql } from 'kysely'
import type { Subquery } from '../ports/conditions.ts'
import type { FramesPort, StoredFrame } from '../ports/frames.ts'
import type { ProjectKey } from '../ports/projects.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db } from '../store/schema.ts'
import { tagText } from './tag-text.ts'

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
  'tags',
  'prompt',
  'prompt_group as group',
  'seed',
  'taken_at as takenAt',
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
  for (const slice of slicesOf(ids, idsPerQueryMax)) {
    const rows = await db
      .selectFrom('frames')
      .select(columns)
      .where('account_id', '=', accountId)
      .where('id', 'in', slice)
      .where('project_id', '=', projectId)
      .execute()
    found.push(...rows)
  }
  return found
}

const framesListedMax = 1000

/** The frames of an account with these bytes. */
export async function listFramesWith(
  db: Db,
  { accountId, contentHash }: { readonly accountId: string; readonly contentHash: string },
): Promise<readonly Pick<StoredFrame, 'id' | 'projectId'>[]> {
  return db
    .selectFrom('frames')
    .select(['id', 'project_id as projectId'])
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .orderBy('id')
    .limit(framesListedMax)
    .execute()
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
      tags: frame.tags,
      prompt: frame.prompt,
      prompt_group: frame.group,
      seed: frame.seed,
      taken_at: frame.takenAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'project_id', 'content_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** In a form that both stores understand, and without the wildcards of `like`. Only frames with tags are in an index. */
const hasTag = (tag: string) => sql<boolean>`(tags <> '' and replace(tags, ${tagText([tag])}, '') <> tags)`

interface FrameFilter {
  readonly projects: readonly string[] | null
  readonly tag?: string | undefined
  /** The ids of the only frames that count. */
  readonly among?: Subquery | undefined
}

/** Newest first: ids sort by creation. */
export async function listFrames(
  db: Db,
  accountId: string,
  { projects, tag, among }: FrameFilter,
  before: string | undefined,
  limit: number,
): Promise<readonly StoredFrame[]> {
  let query = db.selectFrom('frames').select(columns).where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (tag !== undefined) query = query.where(hasTag(tag))
  if (among !== undefined) query = query.where(sql<boolean>`id in (${among})`)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Lists those of a project, in order. */
export async function listContentHashes(db: Db, { accountId, projectId }: ProjectKey, limit: number) {
  const rows = await db
    .selectFrom('frames')
    .select('content_hash')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .orderBy('content_hash')
    .limit(limit)
    .execute()
  return rows.map(({ content_hash }) => content_hash)
}

/** Locks the rows until the end of the transaction, so that concurrent changes of them follow each other. */
export async function lockFrames(db: Db, accountId: string, ids: readonly string[]): Promise<readonly StoredFrame[]> {
  const found: StoredFrame[] = []
  for (const slice of slicesOf(ids.toSorted(), idsPerQueryMax)) {
    const query = db.updateTable('frames').set((row) => ({ tags: row.ref('tags') }))
    const rows = query.where('account_id', '=', accountId).where('id', 'in', slice).returning(columns)
    found.push(...(await rows.execute()))
  }
  return found
}

export type FrameValues = Partial<Pick<StoredFrame, 'tags' | 'prompt' | 'group' | 'seed'>>

/** Sets the same values for all these frames. */
export async function updateFrames(
  db: Db,
  accountId: string,
  ids: readonly string[],
  { group, ...others }: FrameValues,
): Promise<void> {
  const values = { ...others, ...(group !== undefined && { prompt_group: group }) }
  for (const slice of slicesOf(ids, idsPerQueryMax)) {
    await db.updateTable('frames').set(values).where('account_id', '=', accountId).where('id', 'in', slice).execute()
  }
}

/** False if another transaction has deleted it. */
export async function deleteFrameRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('frames')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export const hasPicture: FramesPort['hasPicture'] = ({ accountId, contentHash, projectId }) => sql<boolean>`exists (
  select 1 from frames where account_id = ${accountId} and content_hash = ${contentHash}
    ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`})`

export async function hasFrameWith(db: Db, accountId: string, contentHash: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${hasPicture({ accountId, contentHash })}`.execute(db)
  return rows.length > 0
}
