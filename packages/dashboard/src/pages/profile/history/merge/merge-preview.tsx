import type { Branch, MergeResolutions, Profile } from '@palate/client'
import { StatePreview } from '../../preview/state-preview.tsx'

interface Props {
  readonly profile: Profile
  readonly source: Branch
  readonly target: Branch
  readonly resolutions: MergeResolutions
  /** How many conflicts are not settled yet. */
  readonly openCount: number
}

/** What the merge would do with the choices so far. What is not settled yet stays as the target has it. */
export function MergePreview({ profile, source, target, resolutions, openCount }: Props) {
  const merge = { sourceBranchId: source.id, targetBranchId: target.id, strategy: 'ours' as const, resolutions }
  return (
    <StatePreview
      profile={profile}
      title="What it would do"
      note={openCount === 0 ? undefined : `What is not settled yet is ranked as ${target.name} has it.`}
      before={target.id}
      after={{ merge }}
      beforeLabel="Now"
      afterLabel="After the merge"
    />
  )
}
