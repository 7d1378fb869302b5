import { isPalateError, type Profile } from '@palate/client'
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
      if (elementIds === undefined) return (await palate.annotations.discard(profile.id)).discardId
      for (const id of elementIds) await palate.annotations.remove(profile.id, id)
      return null
    },
    (discardId, elementIds) => {
      const undo = async () => {
        if (discardId === null) await restoreSome(profile, elementIds, maySpeakForOthers)
        else await restoreAll(profile.id, discardId)
        await queries.invalidateQueries({ queryKey: profileKey(profile.id) })
      }
      const count = elementIds?.length ?? 0
      const what = elementIds === undefined ? 'All changes' : count === 1 ? 'Change' : counted(count, 'change')
      showToast(`${what} discarded.`, { label: 'Undo', run: () => void undo().catch(sayNotRestored) })
    },
  )
}

function sayNotRestored(error: unknown) {
  const isOutdated = isPalateError(error, 'head_conflict')
  showToast(
    `Not restored. ${isOutdated ? 'A version was saved since, or another branch is current.' : describeError(error)}`,
  )
}

/** The service has kept who judged what. */
async function restoreAll(profileId: string, discardId: string) {
  const { judgedAgain } = await palate.annotations.restore(profileId, discardId)
  if (judgedAgain > 0)
    showToast(`Restored, except ${counted(judgedAgain, 'judgement')} that somebody has changed since.`)
}

/** Sends the discarded changes again, beside those that were made since. Only an administrator sends those of others. */
async function restoreSome(
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
  const left = discarded.length - restored.length
  if (left > 0)
    showToast(`Restored yours. ${counted(left, 'judgement')} of others can be restored by an administrator.`)
}
