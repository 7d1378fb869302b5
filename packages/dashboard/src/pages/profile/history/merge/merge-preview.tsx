import type { Branch, MergeResolutions, Profile } from '@palate/client'
import { StatePreview } from '../../preview/state-preview.tsx'

interface Props {
  readonly profile: Profile
  readonly source: Branch
  readonly target: Branch
  readonly resolutions: MergeResolutions
  /** The number of unresolved conflicts. */
  readonly openCount: number
}

/** Previews the merge with the choices so far. Unresolved conflicts keep the target's element. */
export function MergePreview({ profile, source, target, resolutions, openCount }: Props) {
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
