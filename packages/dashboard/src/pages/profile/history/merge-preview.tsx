import type { Branch, Profile } from '@palate/client'
import { StatePreview } from '../preview/state-preview.tsx'

interface Props {
  readonly profile: Profile
  readonly source: Branch
  readonly target: Branch
  /** The version that both contain. */
  readonly base: string | null
}

/**
 * If the target has no versions of its own since the branches parted, the merge gives it the source's state, and the preview
 * is exact. Otherwise the merged state exists only after the merge; both branches are shown, and the page says so.
 */
export function MergePreview({ profile, source, target, base }: Props) {
  const isExact = base === target.headVersionId
  return (
    <StatePreview
      profile={profile}
      title={isExact ? 'What it would do' : 'How the two branches rank'}
      note={
        isExact
          ? undefined
          : `Both have versions of their own. The merge takes from both, so its order can differ from each of these.`
      }
      before={{ branch_id: target.id }}
      after={{ branch_id: source.id }}
      beforeLabel={isExact ? 'Now' : target.name}
      afterLabel={isExact ? 'After the merge' : source.name}
    />
  )
}
