import { type Board, type BoardPatch, type BoardSummary, isPalateError } from '@palate/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { palate } from './palate.ts'
import { queries } from './queries.ts'
import { readAll } from './read-all.ts'
import { useMay } from './session.ts'

export const boardsKey = ['boards'] as const

/** Newest first; of every profile if none is named. */
export function useBoards(profileId?: string) {
  const isEnabled = useMay('read', 'teach', 'write')
  return useQuery<readonly BoardSummary[]>({
    queryKey: [...boardsKey, 'list', profileId ?? ''],
    queryFn: ({ signal }) => readAll(palate.boards.list(profileId === undefined ? {} : { profileId }, { signal })),
    enabled: isEnabled,
  })
}

function boardKey(id: string): readonly unknown[] {
  return [...boardsKey, 'one', id]
}

export function useBoard(id: string) {
  return useQuery<Board>({
    queryKey: boardKey(id),
    queryFn: ({ signal }) => palate.boards.get(id, { signal }),
  })
}

/** Puts pictures at the end of a board. */
export async function addToBoard(id: string, frameIds: readonly string[]): Promise<Board> {
  const board = await palate.boards.get(id)
  const known = new Set(board.pictures.map(({ frameId }) => frameId))
  const added = frameIds.filter((frameId) => !known.has(frameId)).map((frameId) => ({ frameId }))
  try {
    return await updateBoard(board, { pictures: [...picturesOf(board), ...added] })
  } catch (error) {
    if (isPalateError(error, 'precondition_failed')) return addToBoard(id, frameIds)
    throw error
  }
}

/** What was changed here and, since it was read, by somebody else. */
export interface BoardConflict {
  readonly mine: BoardPatch
  readonly theirs: Board
}

class BoardConflictError extends Error {
  readonly theirs: Board
  constructor(theirs: Board) {
    super('somebody else changed the same part of the board')
    this.theirs = theirs
  }
}

/**
 * Changes a board, one change after the other. The page shows each at once. What somebody else changed meanwhile stays;
 * if it is the same part of the board, the person decides.
 */
export function useChangeBoard(id: string) {
  const queryKey = boardKey(id)
  const mutationKey = ['change board', id]
  const [conflict, setConflict] = useState<BoardConflict>()
  /** The board as the changes on their way know it. */
  const seen = useRef<Board>(undefined)
  const isLast = () => queries.isMutating({ mutationKey }) === 1
  const show = (change: BoardPatch) =>
    queries.setQueryData<Board>(queryKey, (before) => before && changed(before, change))
  const send = useMutation({
    mutationKey,
    scope: { id: `board ${id}` },
    mutationFn: async (change: BoardPatch) => {
      seen.current = await changeSeen(seen.current ?? (await palate.boards.get(id)), change)
      return seen.current
    },
    onMutate: async (change) => {
      if (isLast()) seen.current = queries.getQueryData<Board>(queryKey)
      await queries.cancelQueries({ queryKey })
      show(change)
    },
    onSuccess: (board) => {
      if (isLast()) queries.setQueryData(queryKey, board)
    },
    onError: (error, change) => {
      if (!(error instanceof BoardConflictError)) return
      setConflict((old) => ({ theirs: error.theirs, mine: { ...old?.mine, ...change } }))
    },
    onSettled: (_, error) => {
      if (isLast() && !(error instanceof BoardConflictError)) return queries.invalidateQueries({ queryKey: boardsKey })
    },
  })
  const takeTheirs = () => {
    queries.setQueryData(queryKey, conflict?.theirs)
    setConflict(undefined)
    send.reset()
  }
  return {
    change: (change: BoardPatch) => {
      if (!conflict) return send.mutate(change)
      setConflict({ ...conflict, mine: { ...conflict.mine, ...change } })
      show(change)
    },
    error: send.error instanceof BoardConflictError ? null : send.error,
    conflict,
    takeTheirs,
    keepMine: () => {
      takeTheirs()
      if (conflict) send.mutate(conflict.mine)
    },
  }
}

/** Changes a board as it was read, unless somebody else has changed the same part of it. */
async function changeSeen(seen: Board, change: BoardPatch): Promise<Board> {
  try {
    return await updateBoard(seen, change)
  } catch (error) {
    if (!isPalateError(error, 'precondition_failed')) throw error
    const now = await palate.boards.get(seen.id)
    const isSame = Object.keys(change).every((part) => isSamePart(seen, now, part as keyof BoardPatch))
    if (!isSame) throw new BoardConflictError(now)
    return changeSeen(now, change)
  }
}

function isSamePart(one: Board, other: Board, part: keyof BoardPatch): boolean {
  if (part !== 'pictures') return one[part] === other[part]
  return JSON.stringify(picturesOf(one)) === JSON.stringify(picturesOf(other))
}

function updateBoard({ id, revision }: Board, change: BoardPatch): Promise<Board> {
  return palate.boards.update(id, change, { ifMatch: `"${revision}"` })
}

/** As they are sent. */
function picturesOf({ pictures }: Board) {
  return pictures.map(({ frameId, caption }) => ({ frameId, ...(caption !== undefined && { caption }) }))
}

function changed(board: Board, { name = board.name, layout = board.layout, pictures }: BoardPatch): Board {
  const known = new Map(board.pictures.map(({ frameId, frame }) => [frameId, frame]))
  const arranged = pictures?.map((picture) => ({ ...picture, frame: known.get(picture.frameId) ?? null }))
  return { ...board, name, layout, pictures: arranged ?? board.pictures }
}
