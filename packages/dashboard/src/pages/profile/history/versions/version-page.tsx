import type { Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { useMay } from '../../../../api/session.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { TimeAgo } from '../../../../ui/time-ago.tsx'
import { NewBranchDialog } from '../branches/new-branch-dialog.tsx'
import { historyLinks } from '../history-links.ts'
import { StateDiff } from '../state-diff.tsx'
import { SubPage } from '../sub-page.tsx'
import { branchOf, graphOf, mayMoveTo, setAside } from './graph.ts'
import { messageOf } from './version-row.tsx'

/** One version: its author, its changes and its actions. */
export function VersionPage({ profile, versionId }: { readonly profile: Profile; readonly versionId: string }) {
  const mayWrite = useMay('write')
  const [isBranching, setIsBranching] = useState(false)
  const links = historyLinks(profile.id)
  const graph = graphOf(profile.profileData)
  const version = graph.byId.get(versionId)
  const current = branchOf(graph, profile.profileData.currentBranchId)
  if (!version || !current) return <NoVersion to={links.base} />
  const mayReturn = mayWrite && mayMoveTo(graph, current, versionId)
  return (
    <SubPage
      title={messageOf(version)}
      profileName={profile.name}
      back={{ to: links.base, label: 'History' }}
      intro={<VersionFacts profile={profile} versionId={versionId} isSetAside={setAside(graph).includes(version)} />}
      actions={
        <>
          {versionId === current.headVersionId ? null : (
            <ButtonLink
              look="primary"
              to={links.compare(versionId, current.id)}
            >{`Compare with ${current.name}`}</ButtonLink>
          )}
          {mayWrite ? <Button onPress={() => setIsBranching(true)}>Branch from here</Button> : null}
          {mayReturn ? <ButtonLink to={links.rollBack(versionId)}>Roll back to this</ButtonLink> : null}
        </>
      }
    >
      <StateDiff
        profile={profile}
        from={version.parentVersionId}
        to={versionId}
        whenSame="It has the same elements as the version before it."
      />
      {isBranching ? (
        <NewBranchDialog
          profile={profile}
          from={{ id: versionId, name: `“${messageOf(version)}”` }}
          onClose={() => setIsBranching(false)}
        />
      ) : null}
    </SubPage>
  )
}

function VersionFacts({
  profile,
  versionId,
  isSetAside,
}: {
  readonly profile: Profile
  readonly versionId: string
  readonly isSetAside: boolean
}) {
  const graph = graphOf(profile.profileData)
  const version = graph.byId.get(versionId)
  const author = useAuthor(profile.id, versionId)
  if (!version) return null
  const parent = graph.byId.get(version.parentVersionId ?? '')
  const merged = graph.byId.get(version.mergedFrom ?? '')
  const links = historyLinks(profile.id)
  return (
    <p>
      {author === undefined ? null : `${author} · `}
      <TimeAgo at={version.createdAt} />
      {` · on ${branchOf(graph, version.branchId)?.name ?? 'a deleted branch'}`}
      {isSetAside ? ' · set aside: no branch leads here' : null}
      {parent ? (
        <>
          {' · after '}
          <Link href={links.version(parent.id)}>{messageOf(parent)}</Link>
        </>
      ) : (
        ' · the first version'
      )}
      {merged ? (
        <>
          {' · merged in '}
          <Link href={links.version(merged.id)}>{messageOf(merged)}</Link>
        </>
      ) : null}
    </p>
  )
}

/** The name of the key that created it, if known. */
function useAuthor(profileId: string, versionId: string): string | undefined {
  const version = useQuery({
    queryKey: [...profileKey(profileId), 'version', versionId],
    queryFn: ({ signal }) => palate.profiles.version(profileId, versionId, { signal }),
  })
  return version.data?.author?.name
}

export function NoVersion({ to }: { readonly to: string }) {
  return (
    <EmptyState title="Version not found" action={<ButtonLink to={to}>Go to the history</ButtonLink>}>
      The URL may be wrong, or the version belongs to another profile.
    </EmptyState>
  )
}
