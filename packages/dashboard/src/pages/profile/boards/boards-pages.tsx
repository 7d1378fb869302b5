import type { Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { Route, Switch, useLocation } from 'wouter'
import { boardsKey, useBoards } from '../../../api/boards.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { BoardCard } from '../../boards/board-card.tsx'
import shared from '../../boards/boards.module.css'
import { BoardPage } from './board-page.tsx'
import styles from './boards.module.css'

/** The boards of a profile, and one of them. */
export function BoardsPages({ profile }: { readonly profile: Profile }) {
  const base = `/profiles/${profile.id}/boards`
  return (
    <Switch>
      <Route path={base}>
        <BoardList profile={profile} />
      </Route>
      <Route path={`${base}/:boardId`}>
        {({ boardId }) => <BoardPage key={boardId} profile={profile} boardId={boardId} />}
      </Route>
    </Switch>
  )
}

function BoardList({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Boards · ${profile.name}`)
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const boards = useBoards(profile.id)
  const create = useMutation({
    mutationFn: () => palate.boards.create({ profileId: profile.id, name: 'New board' }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: boardsKey })
      navigate(`/profiles/${profile.id}/boards/${id}`)
    },
  })
  if (boards.isPending) return <Loading label="Loading the boards" />
  if (boards.data === undefined) return <ErrorState error={boards.error} onRetry={() => void boards.refetch()} />
  const add = mayWrite ? (
    <Button look="primary" isPending={create.isPending} onPress={() => create.mutate()}>
      <Icon name="plus" size={16} />
      New board
    </Button>
  ) : undefined
  if (boards.data.length === 0) {
    return (
      <>
        <EmptyState title="No boards yet" action={add}>
          A board is a set of pictures in an order, with captions. Put pictures of the library or of results into the
          tray, and make a board of them. It is what you share with a client.
        </EmptyState>
        <ErrorNote error={create.error} />
      </>
    )
  }
  return (
    <div className={styles.list}>
      <div>{add}</div>
      <ErrorNote error={create.error} />
      <ul className={shared.cards} aria-label="Boards">
        {boards.data.map((board) => (
          <BoardCard key={board.id} board={board} />
        ))}
      </ul>
    </div>
  )
}
