import type { Profile } from '@palate/client'
import { picturesPerShareMax } from '@palate/core/shares/limits.ts'
import { counted } from '../../../ui/format.ts'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { type StateName, targetOf } from './score-states.ts'
import type { RankedItem } from './scores.ts'
import { frameOf } from './scoring/use-scoring.ts'

interface Props {
  readonly profile: Profile
  readonly state: StateName
  readonly ranked: readonly RankedItem[]
  readonly dimension: string
  readonly threshold: number | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shares the ranked pictures with a client, who can approve, reject and comment. */
export function ShareResult({ profile, state, ranked, dimension, threshold, isOpen, onClose }: Props) {
  const shown = ranked.slice(0, picturesPerShareMax)
  const content = async () => {
    const { profile_id: profileId, version_id, branch_id, include_working } = targetOf(profile.id, state)
    const frames = shown.map(async ({ item }) => ({ ...(await frameOf(item)), name: item.name }))
    return {
      profileId,
      ...(version_id && { versionId: version_id }),
      ...(branch_id && { branchId: branch_id }),
      ...(include_working && { includeWorking: true }),
      ...{ frames: await Promise.all(frames), dimension },
      ...(threshold !== undefined && { threshold }),
    }
  }
  const what = shown.length < ranked.length ? `the best ${shown.length}` : counted(shown.length, 'picture')
  return (
    <ShareDialog profile={profile} isOpen={isOpen} onClose={onClose} content={content}>
      Anyone with the link sees {what} with their scores, and can approve or reject them and comment. Nothing else of
      your account is visible.
    </ShareDialog>
  )
}
