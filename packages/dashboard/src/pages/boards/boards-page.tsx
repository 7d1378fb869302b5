import { useBoards } from '../../api/boards.ts'
import { useProfiles } from '../../api/profiles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { BoardCard } from './board-card.tsx'
import styles from './boards.module.css'

/** The boards of every profile. */
export function BoardsPage() {
  const boards = useBoards()
  const profiles = useProfiles()
  const names = new Map(profiles.data?.map(({ id, name }) => [id, name]))
  return (
    <Page title="Boards">
      {boards.isPending ? <Loading label="Loading the boards" /> : null}
      {boards.isLoadingError ? <ErrorState error={boards.error} onRetry={() => void boards.refetch()} /> : null}
      {boards.data?.length === 0 ? (
        <EmptyState title="No boards yet">
          A board is a set of pictures in an order, with captions. Put pictures of a profile’s library or results into
          the tray, and make a board of them.
        </EmptyState>
      ) : null}
      {boards.data && boards.data.length > 0 ? (
        <ul className={styles.cards} aria-label="Boards">
          {boards.data.map((board) => (
            <BoardCard key={board.id} board={board} profileName={names.get(board.profileId) ?? ''} />
          ))}
        </ul>
      ) : null}
    </Page>
  )
}
