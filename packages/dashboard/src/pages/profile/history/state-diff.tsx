import type { Profile } from '@palate/client'
import { useBlindPerson } from '../../../api/session.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { DiffView } from '../diff/diff-view.tsx'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { useDiff } from './use-diff.ts'
import { graphOf, onViewedBranch, stateNamed } from './versions/graph.ts'

interface Props {
  readonly profile: Profile
  /** A version, a branch or `working`; null for the empty state. */
  readonly from: string | null
  readonly to: string
  readonly whenSame: string
}

/** The diff between two states of the profile. */
export function StateDiff({ profile, from, to, whenSame }: Props) {
  const isBlind = useBlindPerson() !== undefined
  const graph = graphOf(profile.profileData)
  const { currentBranchId } = profile.profileData
  const diff = useDiff(profile.id, from && onViewedBranch(profile, from), onViewedBranch(profile, to))
  const before = useElementPictures(profile, from === null ? null : stateNamed(graph, currentBranchId, from))
  const after = useElementPictures(profile, stateNamed(graph, currentBranchId, to))
  if (diff.data === undefined) {
    if (diff.isError) return <ErrorState error={diff.error} onRetry={() => void diff.refetch()} />
    return <Loading label="Comparing" />
  }
  return (
    <>
      {isBlind ? <p>You see your own judgements only, because judging is blind.</p> : null}
      <DiffView diff={diff.data} pictures={{ before, after }} whenSame={isBlind ? 'None of yours differ.' : whenSame} />
    </>
  )
}
