import type { Profile, WorkingChanges } from '@palate/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { useMay, usePerson } from '../../../api/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState, ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { describeWorking, usualMessage } from '../diff/describe-elements.ts'
import { DiscardChange } from '../diff/discard.tsx'
import { StatePreview } from '../preview/state-preview.tsx'
import { elementKinds } from '../uncommitted.ts'
import { DiscardDialog, hasOthers } from './changes/discard-dialog.tsx'
import { MessageForm } from './changes/message-form.tsx'
import { useChange } from './changes/use-change.ts'
import { useDiscard } from './changes/use-discard.ts'
import { useSeenHead } from './changes/use-seen-head.ts'
import { historyLinks } from './history-links.ts'
import { StateDiff } from './state-diff.tsx'
import { SubPage } from './sub-page.tsx'
import { branchOf, graphOf } from './versions/graph.ts'

/** The uncommitted changes, their effect, and the commit form. */
export function UncommittedPage({ profile }: { readonly profile: Profile }) {
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const links = historyLinks(profile.id)
  const { profileData } = profile
  const branch = branchOf(graphOf(profileData), profileData.currentBranchId)
  const head = { branch: profileData.currentBranchId, version: branch?.headVersionId ?? null }
  const commit = useChange(
    profile.id,
    (message: string) =>
      palate.profiles.commit(profile.id, { message, branch: head.branch, parentVersionId: seenHead }),
    () => {
      showToast(`Saved a version on ${branch?.name}.`)
      navigate(links.base)
    },
  )
  const seenHead = useSeenHead(head, commit.error)
  const discard = useDiscard(profile)
  const own = usePerson()?.id
  const [asked, setAsked] = useState<WorkingChanges>()
  const isAllAsked = asked === profileData.workingChanges
  /** Asks first if other people would lose judgements. */
  const discardAll = () => {
    if (hasOthers(profileData.workingChanges, own)) setAsked(profileData.workingChanges)
    else discard.mutate(undefined)
  }
  const discardOne = (id: string) => {
    const only = onlyElement(profileData.workingChanges, id)
    if (hasOthers(only, own)) setAsked(only)
    else discard.mutate([id])
  }
  const [message, setMessage] = useState('')
  const counts = describeWorking(profileData.workingChanges)
  const frame = { profileName: profile.name, back: { to: links.base, label: 'History' } }
  if (!branch) return null
  if (counts === undefined && message === '') {
    return (
      <SubPage title="Changes to save" {...frame}>
        <EmptyState
          title="Everything is saved"
          action={<ButtonLink to={`/profiles/${profile.id}/teach`}>Teach</ButtonLink>}
        >
          New judgements appear here until you save them as a version.
        </EmptyState>
      </SubPage>
    )
  }
  return (
    <SubPage
      title="Changes to save"
      intro={counts}
      actions={
        mayWrite && counts !== undefined ? (
          <Button isPending={discard.isPending} onPress={discardAll}>
            Discard all
          </Button>
        ) : null
      }
      {...frame}
    >
      {mayWrite ? (
        <MessageForm
          title={`Save a version on ${branch.name}`}
          intro="All changes become one version. Say in a few words what the profile learned, or leave what is there."
          usualMessage={usualMessage(profileData.workingChanges)}
          action="Save version"
          tooltip="commit"
          change={commit}
          onTyped={setMessage}
          obstacle={counts === undefined ? whyNothingIsLeft(seenHead !== head.version) : undefined}
        />
      ) : null}
      <ErrorNote error={discard.error} />
      <StatePreview
        profile={profile}
        title="Effect of these changes"
        before={branch.id}
        after="working"
        beforeLabel="Without them"
        afterLabel="With them"
      />
      <DiscardChange value={mayWrite ? discardOne : undefined}>
        <StateDiff
          profile={profile}
          from={branch.id}
          to="working"
          whenSame="Nothing changes: the branch already contains all of them."
        />
      </DiscardChange>
      {asked ? (
        <DiscardDialog
          profile={profile}
          changes={asked}
          isAll={isAllAsked}
          onClose={() => setAsked(undefined)}
          onDiscard={(ids) => discard.mutate(ids ?? (isAllAsked ? undefined : idsIn(asked)))}
        />
      ) : null}
    </SubPage>
  )
}

function onlyElement(changes: WorkingChanges, id: string): WorkingChanges {
  const has = (one: { readonly id?: string | null | undefined }) => one.id === id
  return {
    constraints: changes.constraints.filter(has),
    exemplars: changes.exemplars.filter(has),
    comparisons: changes.comparisons.filter(has),
  }
}

function idsIn(changes: WorkingChanges): readonly string[] {
  return elementKinds.flatMap((kind) => changes[kind].flatMap(({ id }) => id ?? []))
}

/** The form stays, with what was typed. */
function whyNothingIsLeft(isCommitted: boolean): string {
  return isCommitted
    ? 'Somebody else saved these changes. There is nothing left to save.'
    : 'The changes were discarded. There is nothing left to save.'
}
