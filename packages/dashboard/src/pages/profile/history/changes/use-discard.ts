import type { Profile } from '@palate/client'
import { restoreJudgements } from '@palate/client/restore-judgements.ts'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { queries } from '../../../../api/queries.ts'
import { describeError } from '../../../../ui/errors/describe-error.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { elementKinds } from '../../uncommitted.ts'
import { useChange } from './use-change.ts'

/** Discards one uncommitted change, or all without an id. Either can be undone. */
export function useDiscard(profile: Profile) {
  return useChange(
    profile.id,
    (elementId: string | undefined) =>
      elementId === undefined
        ? palate.annotations.discard(profile.id)
        : palate.annotations.remove(profile.id, elementId),
    (_, elementId) => {
      const run = () => {
        restore(profile, elementId).catch((error) => showToast(`Not restored. ${describeError(error)}`))
      }
      showToast(elementId === undefined ? 'All changes discarded.' : 'Change discarded.', { label: 'Undo', run })
    },
  )
}

/** Puts the discarded changes back beside those that were made since. */
async function restore({ id: profileId, profileData: before }: Profile, elementId: string | undefined) {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' })
  const { workingChanges: now } = profile.profileData
  const discarded = elementKinds.flatMap((list) => {
    const known = new Set(now[list].map(({ id }) => id))
    return before.workingChanges[list].flatMap((replaced) => {
      const { id } = replaced
      const isDiscarded = id != null && !known.has(id) && (elementId === undefined || id === elementId)
      return isDiscarded ? [{ list, id, replaced }] : []
    })
  })
  await restoreJudgements(palate, profile, discarded)
  await queries.invalidateQueries({ queryKey: profileKey(profileId) })
}
