import type { Branch, MergeResolutions, Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { useMay } from '../../../../api/session.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { counted } from '../../../../ui/format.ts'
import { EmptyState, ErrorState, Loading } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { StatePreview } from '../../preview/state-preview.tsx'
import { MessageForm } from '../changes/message-form.tsx'
import { useChange } from '../changes/use-change.ts'
import historyStyles from '../history.module.css'
import { historyLinks } from '../history-links.ts'
import { StateDiff } from '../state-diff.tsx'
import { SubPage } from '../sub-page.tsx'
import { branchOf, type Graph, graphOf, mergeBaseOf } from '../versions/graph.ts'
import { ConflictList } from './conflict-list.tsx'
import styles from './conflicts.module.css'
import { type Choices, choiceOf, resolutionsOf } from './conflicts.ts'

/** Merges one branch into another: incoming changes, a choice for each conflict, a preview, and the merge. */
export function MergePage({ profile }: { readonly profile: Profile }) {
  const [search] = useSearchParams()
  const graph = graphOf(profile.profileData)
  const source = branchOf(graph, search.get('from'))
  const target = branchOf(graph, search.get('into') ?? profile.profileData.currentBranchId)
  const links = historyLinks(profile.id)
  if (!source || !target || source.id === target.id) {
    return (
      <EmptyState title="Nothing to merge" action={<ButtonLink to={links.base}>Go to the history</ButtonLink>}>
        The URL does not name two branches of this profile. Choose a branch in the history.
      </EmptyState>
    )
  }
  return <Merge key={`${source.id} ${target.id}`} profile={profile} graph={graph} source={source} target={target} />
}

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  readonly source: Branch
  readonly target: Branch
}

function Merge({ profile, graph, source, target }: Props) {
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const [choices, setChoices] = useState<Choices>(new Map())
  const [typed, setTyped] = useState('')
  const links = historyLinks(profile.id)
  const conflicts = useConflicts(profile.id, source, target)
  const merge = useChange(
    profile.id,
    (message: string) =>
      palate.profiles.merge(profile.id, {
        sourceBranchId: source.id,
        targetBranchId: target.id,
        resolutions: resolutionsOf(choices),
        message,
      }),
    ({ version }) => {
      showToast(version ? `Merged ${source.name} into ${target.name}.` : `${target.name} is already up to date.`)
      navigate(links.base)
    },
  )
  if (conflicts.data === undefined) {
    if (conflicts.isError) return <ErrorState error={conflicts.error} onRetry={() => void conflicts.refetch()} />
    return <Loading label="Checking for conflicts" />
  }
  const total = conflicts.data.length
  const usual = `Merge ${source.name} into ${target.name}`
  const open = conflicts.data.filter((conflict) => choiceOf(choices, conflict) === undefined).length
  const base = mergeBaseOf(graph, source.headVersionId, target.headVersionId)
  return (
    <SubPage
      title={`Merge ${source.name} into ${target.name}`}
      profileName={profile.name}
      back={{ to: links.base, label: 'History' }}
      intro={describeConflicts(conflicts.data.length)}
    >
      <ConflictList
        profile={profile}
        conflicts={conflicts.data}
        choices={choices}
        onChoose={setChoices}
        sides={{ ours: target, theirs: source }}
      />
      <MergePreview
        profile={profile}
        source={source}
        target={target}
        resolutions={resolutionsOf(choices)}
        openCount={open}
      />
      {mayWrite ? (
        <MessageForm
          title={`Merge into ${target.name}`}
          intro={`It becomes one version on ${target.name}. ${source.name} stays as it is.`}
          usualMessage={usual}
          onTyped={setTyped}
          action="Merge"
          change={merge}
          obstacle={open === 0 ? undefined : `${counted(open, 'conflict')} to resolve.`}
        />
      ) : null}
      <h2>{`Changes from ${source.name}`}</h2>
      <StateDiff
        profile={profile}
        from={base ?? target.id}
        to={source.id}
        whenSame={`${source.name} has no changes to merge.`}
      />
      {mayWrite && total > 0 ? (
        <div className={styles.mergeBar}>
          <Button
            look="primary"
            isDisabled={open > 0}
            isPending={merge.isPending}
            onPress={() => merge.mutate(typed.trim() || usual)}
          >
            {`Merge (${total - open} of ${total})`}
          </Button>
          <span className={historyStyles.soft}>
            {open > 0 ? `${counted(open, 'conflict')} to resolve` : 'All resolved'}
          </span>
        </div>
      ) : null}
    </SubPage>
  )
}

function describeConflicts(count: number): string {
  if (count === 0) return 'There are no conflicts.'
  return count === 1
    ? 'Both branches changed the same judgement. Choose which one to keep.'
    : `Both branches changed the same ${count} judgements. Choose which ones to keep.`
}

/** The conflicts between two branches. Reading them changes nothing. */
function useConflicts(profileId: string, source: Branch, target: Branch) {
  return useQuery({
    queryKey: [...profileKey(profileId), 'conflicts', source.id, source.headVersionId, target.id, target.headVersionId],
    queryFn: async ({ signal }) => {
      const request = { sourceBranchId: source.id, targetBranchId: target.id, dryRun: true }
      return (await palate.profiles.merge(profileId, request, { signal })).conflicts
    },
  })
}

interface MergePreviewProps {
  readonly profile: Profile
  readonly source: Branch
  readonly target: Branch
  readonly resolutions: MergeResolutions
  /** The number of unresolved conflicts. */
  readonly openCount: number
}

/** Previews the merge with the choices so far. Unresolved conflicts keep the target's element. */
function MergePreview({ profile, source, target, resolutions, openCount }: MergePreviewProps) {
  const merge = { sourceBranchId: source.id, targetBranchId: target.id, strategy: 'ours' as const, resolutions }
  return (
    <StatePreview
      profile={profile}
      title="Effect of the merge"
      note={openCount === 0 ? undefined : `Unresolved conflicts are ranked as on ${target.name}.`}
      before={target.id}
      after={{ merge }}
      beforeLabel="Now"
      afterLabel="After the merge"
    />
  )
}
