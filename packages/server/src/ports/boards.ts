import type { BoardPicture, BoardSummary } from '@palate/core/boards/schema.ts'
import type { Db } from '../store/schema.ts'

/** Finds a board that a caller may see. */
export type FindBoard = (
  db: Db,
  caller: { readonly accountId: string; readonly projects: readonly string[] | null },
  id: string,
) => Promise<(Pick<BoardSummary, 'profileId' | 'layout'> & { readonly pictures: readonly BoardPicture[] }) | undefined>
