import type { BoardPicture, BoardSummary } from '@palate/core/boards/schema.ts'
import type { Selectable } from 'kysely'
import type { ProfileKey } from '../ports/profiles.ts'
import type { ProjectKey } from '../ports/projects.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db, Schema } from '../store/schema.ts'

/** A board as it is stored. `revision` counts its changes. */
export interface StoredBoard extends Omit<BoardSummary, 'cover' | 'pictureCount'> {
  readonly revision: number
  readonly pictures: readonly BoardPicture[]
}

/** Which boards a caller may see. */
interface Reach {
  readonly accountId: string
  readonly projects: readonly string[] | null
}

export interface BoardFilter extends Reach {
  readonly profileId: string | undefined
  readonly before: string | undefined
}

const columns = [
  'id',
  'project_id',
  'profile_id',
  'name',
  'layout',
  'pictures',
  'revision',
  'created_at',
  'updated_at',
] as const

export async function insertBoard(db: Db, accountId: string, board: StoredBoard): Promise<void> {
  await db
    .insertInto('boards')
    .values({
      account_id: accountId,
      id: board.id,
      project_id: board.projectId,
      profile_id: board.profileId,
      name: board.name,
      layout: board.layout,
      pictures: JSON.stringify(board.pictures),
      revision: board.revision,
      created_at: board.createdAt,
      updated_at: board.updatedAt,
    })
    .execute()
}

export async function countBoards(db: Db, { accountId, profileId }: ProfileKey): Promise<number> {
  const { count } = await db
    .selectFrom('boards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listBoards(
  db: Db,
  { accountId, projects, profileId, before }: BoardFilter,
  limit: number,
): Promise<readonly StoredBoard[]> {
  let query = db.selectFrom('boards').select(columns).where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (profileId !== undefined) query = query.where('profile_id', '=', profileId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(boardOf)
}

export async function findBoard(db: Db, { accountId, projects }: Reach, id: string): Promise<StoredBoard | undefined> {
  let query = db.selectFrom('boards').select(columns).where('account_id', '=', accountId).where('id', '=', id)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  const row = await query.executeTakeFirst()
  return row && boardOf(row)
}

/** Locks the board until the transaction ends, so that a change builds on what it has read. */
export async function lockBoard(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('boards')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function updateBoard(db: Db, accountId: string, board: StoredBoard): Promise<void> {
  await db
    .updateTable('boards')
    .set({
      name: board.name,
      layout: board.layout,
      pictures: JSON.stringify(board.pictures),
      revision: board.revision,
      updated_at: board.updatedAt,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', board.id)
    .execute()
}

/** Boards of a project that may show a frame, by their ids. */
export async function listBoardsWith(
  db: Db,
  { accountId, projectId }: ProjectKey,
  frameId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('boards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('pictures', 'like', `%${frameId}%`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteBoard(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('boards').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** A profile has few. */
export async function deleteBoardsOf(db: Db, { accountId, profileId }: ProfileKey): Promise<void> {
  await db.deleteFrom('boards').where('account_id', '=', accountId).where('profile_id', '=', profileId).execute()
}

function boardOf(row: Pick<Selectable<Schema['boards']>, (typeof columns)[number]>): StoredBoard {
  return {
    id: row.id,
    projectId: row.project_id,
    profileId: row.profile_id,
    name: row.name,
    layout: row.layout,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pictures: JSON.parse(row.pictures) as BoardPicture[],
  }
}
