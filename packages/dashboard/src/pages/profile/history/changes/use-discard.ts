import type { Profile } from '@palate/client'
import { restoreJudgements } from '@palate/client/restore-judgements.ts'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { queries } from '../../../../api/queries.ts'
import { knownPerson, useMay } from '../../../../api/session.ts'
import { describeError } from '../../../../ui/errors/describe-error.ts'
import { counted } from '../../../../ui/format.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { elementKinds } from '../../uncommitted.ts'
import { useChange } from './use-change.ts'

/** Discards some uncommitted changes, or all without ids. Either can be undone. */
export function useDiscard(profile: Profile) {
  const maySpeakForOthers = useMay('admin')
  return useChange(
    profile.id,
    async (elementIds: readonly string[] | undefined) => {
      if (elementIds === undefined) return void (await palate.annotations.discard(profile.id))
      for (const id of elementIds) await palate.annotations.remove(profile.id, id)
    },
    (_, elementIds) => {
      const run = () => {
        restore(profile, elementIds, maySpeakForOthers).catch((error) =>
          showToast(`Not restored. ${describeError(error)}`),
        )
      }
      const count = elementIds?.length ?? 0
      const what = elementIds === undefined ? 'All changes' : count === 1 ? 'Change' : counted(count, 'change')
      showToast(`${what} discarded.`, { label: 'Undo', run })
    },
  )
}

/** Puts the discarded changes back beside those that were made since, each as the judgement of who made it. */
async function restore(
  { id: profileId, profileData: before }: Profile,
  elementIds: readonly string[] | undefined,
  maySpeakForOthers: boolean,
) {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' })
  const { workingChanges: now } = profile.profileData
  const own = knownPerson()?.id
  const discarded = elementKinds.flatMap((list) => {
    const known = new Set(now[list].map(({ id }) => id))
    return before.workingChanges[list].flatMap((element) => {
      const { id, by } = element
      const isDiscarded = id != null && !known.has(id) && (elementIds?.includes(id) ?? true)
      // Without this the judgement of nobody in particular would become that of whoever restores it.
      return isDiscarded ? [{ list, id, replaced: { ...element, by: by ?? null } }] : []
    })
  })
  const restored = discarded.filter(({ replaced: { by } }) => maySpeakForOthers || by === null || by === own)
  await restoreJudgements(palate, profile, restored)
  await queries.invalidateQueries({ queryKey: profileKey(profileId) })
  const left = discarded.length - restored.length
  if (left > 0)
    showToast(`Restored yours. ${counted(left, 'judgement')} of others can be restored by an administrator.`)
}
