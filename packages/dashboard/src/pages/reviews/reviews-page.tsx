import type { Share } from '@palate/client'
import { Link } from 'wouter'
import { useProfiles } from '../../api/profiles.ts'
import { useMay } from '../../api/session.ts'
import { counted } from '../../ui/format.ts'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Badge, Page } from '../../ui/layout/page.tsx'
import { Table } from '../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { newsOf, useShares } from '../profile/shares/shares-data.ts'

/** What clients were sent, of every profile, the last answered first. */
export function ReviewsPage() {
  const mayRead = useMay('read', 'write')
  const profiles = useProfiles()
  const shares = useShares(undefined, mayRead)
  if (!mayRead) return <NoAccess title="Reviews" scope="read" content="what clients answered" />
  const names = new Map(profiles.data?.map(({ id, name }) => [id, name]))
  return (
    <Page title="Reviews" intro="What you shared with clients, and what they answered.">
      {shares.isPending ? <Loading label="Loading the reviews" /> : null}
      {shares.isLoadingError ? <ErrorState error={shares.error} onRetry={() => void shares.refetch()} /> : null}
      {shares.data?.length === 0 ? (
        <EmptyState title="Nothing shared yet">
          Open a profile and share its overview or scored pictures with a link. Clients open it without an account.
        </EmptyState>
      ) : null}
      {shares.data && shares.data.length > 0 ? (
        <Table label="Reviews" columns={['Title', 'Profile', 'Answers', 'Ends']}>
          {shares.data.map((share) => (
            <ReviewRow key={share.id} share={share} profileName={names.get(share.profileId)} />
          ))}
        </Table>
      ) : null}
    </Page>
  )
}

function ReviewRow({ share, profileName }: { readonly share: Share; readonly profileName: string | undefined }) {
  const { id, profileId, title, status, expiresAt, answerCount, lastAnswerAt } = share
  const news = newsOf(share)
  return (
    <tr>
      <td>
        <Link href={`/profiles/${profileId}/shares/${id}`} className="two-lines" title={title}>
          {title}
        </Link>{' '}
        {news === undefined ? null : <Badge tone="accent">{news}</Badge>}
      </td>
      <td>
        <Link href={`/profiles/${profileId}/shares`} className="two-lines" title={profileName}>
          {profileName ?? 'A profile'}
        </Link>
      </td>
      <td>
        {answerCount === 0 ? 'none yet' : counted(answerCount, 'answer')}
        {lastAnswerAt === undefined ? null : (
          <>
            , last <TimeAgo at={lastAnswerAt} />
          </>
        )}
      </td>
      <td>{status === 'active' ? <TimeAgo at={expiresAt} /> : <Badge>{status}</Badge>}</td>
    </tr>
  )
}
