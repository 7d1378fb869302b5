import type { Erasure } from '../ports/erasures.ts'
import type { Db } from '../store/schema.ts'
import { findBoard, listBoardsWith, lockBoard, updateBoard } from './board-store.ts'

/** Takes a frame that was erased off the boards, with its captions. */
export async function removeFromBoards(db: Db, { source, ...project }: Erasure, now: string): Promise<void> {
  const { accountId } = project
  for (const id of await listBoardsWith(db, project, source)) {
    await lockBoard(db, accountId, id)
    const board = await findBoard(db, { accountId, projects: null }, id)
    if (!board) continue
    const pictures = board.pictures.filter(({ frameId }) => frameId !== source)
    await updateBoard(db, accountId, { ...board, pictures, revision: board.revision + 1, updatedAt: now })
  }
}
