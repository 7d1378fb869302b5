import type { Board, BoardPatch, BoardSummary } from '@palate/client'
import { useMutation, useQuery } from '@tanstack/react-query'
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

/** Changes a board, one change after the other. The page shows each at once. */
export function useChangeBoard(id: string) {
  const queryKey = boardKey(id)
  return useMutation({
    scope: { id: `board ${id}` },
    mutationFn: (change: BoardPatch) => palate.boards.update(id, change),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Board>(queryKey, (before) => before && changed(before, change))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: boardsKey }),
  })
}

function changed(board: Board, { name = board.name, layout = board.layout, pictures }: BoardPatch): Board {
  const known = new Map(board.pictures.map(({ frameId, frame }) => [frameId, frame]))
  const arranged = pictures?.map((picture) => ({ ...picture, frame: known.get(picture.frameId) ?? null }))
  return { ...board, name, layout, pictures: arranged ?? board.pictures }
}
