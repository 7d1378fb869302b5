import type { Profile } from '@palate/client'
import { useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { useMay } from '../../../api/session.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { StatePreview } from '../preview/state-preview.tsx'
import { MessageForm } from './changes/message-form.tsx'
import { useChange } from './changes/use-change.ts'
import { useSeenHead } from './changes/use-seen-head.ts'
import { historyLinks } from './history-links.ts'
import { StateDiff } from './state-diff.tsx'
import { SubPage } from './sub-page.tsx'
import { branchOf, chainOf, graphOf, mayMoveTo } from './versions/graph.ts'
import { NoVersion } from './versions/version-page.tsx'
import { messageOf } from './versions/version-row.tsx'

/** Previews a roll-back to a version and performs it. */
export function RollBackPage({ profile, versionId }: { readonly profile: Profile; readonly versionId: string }) {
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const links = historyLinks(profile.id)
  const graph = graphOf(profile.profileData)
  const version = graph.byId.get(versionId)
  const branch = branchOf(graph, profile.profileData.currentBranchId)
  const head = { branch: profile.profileData.currentBranchId, version: branch?.headVersionId ?? null }
  const rollBack = useChange(
    profile.id,
    (message: string) =>
      palate.profiles.rollback(profile.id, { to: versionId, message, branch: head.branch, expectedHead: seenHead }),
    () => {
      showToast(`${branch?.name} is back at “${version ? messageOf(version) : versionId}”.`)
      navigate(links.base)
    },
  )
  const seenHead = useSeenHead(head, rollBack.error)
  if (!version || !branch) return <NoVersion to={links.base} />
  const name = messageOf(version)
  const setAsideCount = chainOf(graph, branch.headVersionId).findIndex(({ id }) => id === versionId)
  return (
    <SubPage
      title={`Roll ${branch.name} back to “${name}”`}
      profileName={profile.name}
      back={{ to: links.version(versionId), label: name }}
    >
      <StatePreview
        profile={profile}
        title="Effect of the roll-back"
        before={branch.id}
        after={versionId}
        beforeLabel="Now"
        afterLabel="After the roll-back"
      />
      {mayWrite && mayMoveTo(graph, branch, versionId) ? (
        <MessageForm
          title="Roll back"
          intro={describeConsequences(setAsideCount)}
          usualMessage={`Back to “${name}”`}
          action="Roll back"
          change={rollBack}
        />
      ) : null}
      {mayMoveTo(graph, branch, versionId) ? null : (
        <p>
          {versionId === branch.headVersionId
            ? `${branch.name} is already at this version.`
            : `This version is not in the history of ${branch.name}, so ${branch.name} cannot go back to it. Create a branch from it instead.`}
        </p>
      )}
      <StateDiff
        profile={profile}
        from={branch.id}
        to={versionId}
        whenSame="It has the same elements as the branch has now."
      />
    </SubPage>
  )
}

function describeConsequences(setAsideCount: number): string {
  const kept = 'Changes that are not saved yet are kept.'
  if (setAsideCount <= 0) return `The roll-back becomes a new version. ${kept}`
  const versions = setAsideCount === 1 ? '1 version is set aside' : `${setAsideCount} versions are set aside`
  return `The roll-back becomes a new version. ${versions}, not lost: you can come back to ${setAsideCount === 1 ? 'it' : 'them'}. ${kept}`
}
