import { boardsPerProfileMax, coverPicturesMax } from '@palate/core/boards/limits.ts'
import type { Board, BoardPicture, BoardSummary } from '@palate/core/boards/schema.ts'
import { Fault, invalidAt } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Handlers } from '../operations.ts'
import { tagsOf } from '../platform/etag.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { FindState } from '../ports/states.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import type { StoredBoard } from './board-store.ts'
import * as store from './board-store.ts'

interface Parts {
  readonly findState: FindState
  readonly profiles: Pick<ProfilesPort, 'hold'>
  readonly frames: Pick<FramesPort, 'findFrames'>
}

type Ids = 'createBoard' | 'listBoards' | 'getBoard' | 'updateBoard' | 'deleteBoard'

/** Boards that one statement lists: each has up to 200 pictures. */
const boardsPerReadMax = 10

/** Named, ordered sets of pictures of the library. */
export function boardHandlers({ newId }: Services, { findState, profiles, frames }: Parts): Handlers<Ids> {
  async function require(db: Db, caller: Caller, id: string): Promise<StoredBoard> {
    const board = isId('brd', id) ? await store.findBoard(db, caller, id) : undefined
    if (!board) throw new Fault('board_not_found', 'there is no board with this id')
    return board
  }

  /** With what the library knows of its pictures. */
  async function shown(db: Db, accountId: string, { pictures, ...described }: StoredBoard) {
    const known = await findFrames(db, accountId, described.projectId, pictures)
    const body: Board = {
      ...described,
      pictureCount: pictures.length,
      pictures: pictures.map(({ frameId, caption }) => {
        const frame = known.get(frameId)
        return {
          frameId,
          ...(caption !== undefined && { caption }),
          frame: frame ? { name: frame.name, width: frame.width, height: frame.height } : null,
        }
      }),
    }
    return { body, headers: { etag: `"${described.revision}"` } }
  }

  function findFrames(db: Db, accountId: string, projectId: string, pictures: readonly BoardPicture[]) {
    const ids = pictures.map(({ frameId }) => frameId)
    return frames.findFrames(db, { accountId, projectId }, ids)
  }

  /** New pictures must be in the library; those that the board has already may stay. */
  async function check(
    db: Db,
    { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
    pictures: readonly BoardPicture[],
    before: readonly BoardPicture[] = [],
  ): Promise<void> {
    const seen = new Set<string>()
    const stored = new Set(before.map(({ frameId }) => frameId))
    const known = await findFrames(db, accountId, projectId, pictures)
    const missing = pictures.find(({ frameId }) => !known.has(frameId) && !stored.has(frameId))
    if (missing) throw new Fault('frame_not_found', `${missing.frameId} is not in the library of the project`)
    for (const [i, { frameId }] of pictures.entries()) {
      if (seen.has(frameId)) throw invalidAt(`/pictures/${i}/frameId`, 'is on the board already')
      seen.add(frameId)
    }
  }

  return {
    async createBoard({ caller, body, db, now }) {
      const { accountId } = caller
      const { profileId, name, layout = 'rows', pictures = [] } = body
      const { projectId } = await findState(db, caller, profileId, {})
      // One after the other, so that the limit holds.
      await profiles.hold(db, { accountId, profileId })
      if ((await store.countBoards(db, { accountId, profileId })) >= boardsPerProfileMax) {
        throw new Fault('too_many_boards', `a profile has at most ${boardsPerProfileMax} boards`)
      }
      await check(db, { accountId, projectId }, pictures)
      const times = { createdAt: now, updatedAt: now }
      const board = { id: newId('brd'), projectId, profileId, name, layout, pictures, revision: 1, ...times }
      await store.insertBoard(db, accountId, board)
      return shown(db, accountId, board)
    },

    async listBoards({ caller, query, db }) {
      const { accountId } = caller
      const projects = projectsFor(caller, query.projectId)
      const { profileId } = query
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { boards: [] } }
      const before = query.cursor === undefined ? undefined : cursorOf(query.cursor)
      const body = await listBody<BoardSummary>({
        ...{ name: 'boards', size: pageSize(query.limit), textOf: JSON.stringify, rowsAtOnceMax: boardsPerReadMax },
        read: async (last, rowsMax) => {
          const filter = { accountId, projects, profileId, before: last?.id ?? before }
          return (await store.listBoards(db, filter, rowsMax)).map(summaryOf)
        },
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async getBoard({ caller, params, db }) {
      return shown(db, caller.accountId, await require(db, caller, params.id))
    },

    async updateBoard({ caller, params, body, headers, db, now }) {
      const { accountId } = caller
      if (isId('brd', params.id)) await store.lockBoard(db, accountId, params.id)
      const before = await require(db, caller, params.id)
      requireMatch(headers['if-match'], before.revision)
      if (body.pictures) await check(db, { ...before, accountId }, body.pictures, before.pictures)
      const { name = before.name, layout = before.layout, pictures = before.pictures } = body
      const board = { ...before, name, layout, pictures, revision: before.revision + 1, updatedAt: now }
      await store.updateBoard(db, accountId, board)
      return shown(db, accountId, board)
    },

    async deleteBoard({ caller, params, headers, db }) {
      if (isId('brd', params.id)) await store.lockBoard(db, caller.accountId, params.id)
      const board = await require(db, caller, params.id)
      requireMatch(headers['if-match'], board.revision)
      await store.deleteBoard(db, caller.accountId, board.id)
      return { body: { success: true } }
    },
  }
}

function summaryOf({ revision: _, pictures, ...described }: StoredBoard): BoardSummary {
  const cover = pictures.slice(0, coverPicturesMax).map(({ frameId }) => frameId)
  return { ...described, pictureCount: pictures.length, cover }
}

function requireMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return
  const matches = tagsOf(ifMatch).some((tag) => tag === '*' || tag === `"${revision}"`)
  if (!matches) throw new Fault('precondition_failed', 'If-Match: the board has changed since')
}

function cursorOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('brd', id)) throw badCursor()
  return id
}
