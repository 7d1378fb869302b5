import type { Profile, Share } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Route, Switch } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { useMay } from '../../../api/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/dialogs/delete-dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { Badge, usePageTitle } from '../../../ui/layout/page.tsx'
import { Table } from '../../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ShareDetails } from './share-details.tsx'
import styles from './shares.module.css'
import { newsOf, sharesKey, useShares } from './shares-data.ts'

/** The links to this profile, and what their visitors answered. */
export function SharesPages({ profile }: { readonly profile: Profile }) {
  const base = `/profiles/${profile.id}/shares`
  return (
    <Switch>
      <Route path={base}>
        <SharesPage profile={profile} />
      </Route>
      <Route path={`${base}/:shareId`}>
        {({ shareId }) => <ShareDetails key={shareId} profile={profile} shareId={shareId} />}
      </Route>
    </Switch>
  )
}

function SharesPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Reviews · ${profile.name}`)
  const shares = useShares(profile.id)
  const mayWrite = useMay('write')
  const mayScore = useMay('score')
  const [revoking, setRevoking] = useState<Share>()
  if (shares.isPending) return <Loading label="Loading the reviews" />
  if (shares.data === undefined) return <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />
  if (shares.data.length === 0) {
    return (
      <EmptyState
        title="Nothing shared yet"
        action={
          mayWrite && mayScore ? (
            <ButtonLink to={`/profiles/${profile.id}/score`}>Score pictures to share</ButtonLink>
          ) : undefined
        }
      >
        Share the overview or scored pictures with a link. Clients open it without an account, and approve, reject or
        comment on pictures.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Reviews" columns={['Title', 'Shows', 'Answers', 'Ends', 'Actions']}>
        {shares.data.map((share) => (
          <ShareRow key={share.id} share={share} {...(mayWrite && { onRevoke: () => setRevoking(share) })} />
        ))}
      </Table>
      <RevokeShare share={revoking} onClose={() => setRevoking(undefined)} />
    </>
  )
}

function ShareRow({ share, onRevoke }: { readonly share: Share; readonly onRevoke?: () => void }) {
  const { id, profileId, title, kind, status, createdAt, expiresAt, pictureCount, answerCount, lastAnswerAt } = share
  const news = newsOf(share)
  return (
    <tr>
      <td>
        <Link href={`/profiles/${profileId}/shares/${id}`} className={`${styles.title} two-lines`} title={title}>
          {title}
        </Link>{' '}
        {news === undefined ? null : <Badge tone="accent">{news}</Badge>}
        <div className={styles.soft}>
          Shared <TimeAgo at={createdAt} />
        </div>
      </td>
      <td>
        {kind === 'overview'
          ? 'Overview'
          : `${kind === 'board' ? 'A board of ' : ''}${counted(pictureCount, 'picture')}`}
      </td>
      <td>
        {answerCount === 0 ? 'none' : counted(answerCount, 'answer')}
        {lastAnswerAt === undefined ? null : (
          <div className={styles.soft}>
            Last <TimeAgo at={lastAnswerAt} />
          </div>
        )}
      </td>
      <td>{status === 'active' ? <TimeAgo at={expiresAt} /> : <Badge>{status}</Badge>}</td>
      <td>
        {status === 'active' && onRevoke ? (
          <Button aria-label={`Revoke ${title}`} onPress={onRevoke}>
            Revoke
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

function RevokeShare({ share, onClose }: { readonly share: Share | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ id }: Share) => palate.shares.revoke(id),
    onSuccess: (_, { title, profileId }) => {
      showToast(`Revoked the link to ${title}.`)
      onClose()
      return queries.invalidateQueries({ queryKey: sharesKey(profileId) })
    },
  })
  return (
    <DeleteDialog
      title={`Revoke the link to ${share?.title ?? 'this page'}?`}
      isOpen={share !== undefined}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
      onConfirm={() => {
        if (share) revoke.mutate(share)
      }}
      action="Revoke"
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <p>Visitors see at once that it has ended. You keep their answers for 30 days.</p>
    </DeleteDialog>
  )
}
