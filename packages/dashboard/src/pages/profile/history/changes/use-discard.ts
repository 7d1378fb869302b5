import type { Budget, Profile } from '@palate/client'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { queries } from '../../../../api/queries.ts'
import { describeError } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { elementKinds } from '../../uncommitted.ts'
import { useChange } from './use-change.ts'

type ProfileData = Profile['profileData']

/** Discards one uncommitted change, or all without an id. Either can be undone. */
export function useDiscard({ id, profileData: before }: Profile) {
  return useChange(
    id,
    (elementId: string | undefined) =>
      elementId === undefined ? palate.annotations.discard(id) : palate.annotations.remove(id, elementId),
    ({ budget }, elementId) => {
      const run = () => {
        restore(id, before, budget, elementId).catch((error) => showToast(`Not restored. ${describeError(error)}`))
      }
      showToast(elementId === undefined ? 'All changes discarded.' : 'Change discarded.', { label: 'Undo', run })
    },
  )
}

/** Puts the discarded changes back beside those that were made since. */
async function restore(profileId: string, before: ProfileData, discarded: Budget, elementId: string | undefined) {
  const { profileData: now } = await palate.profiles.get(profileId, { snapshots: 'omit' })
  const workingChanges = Object.fromEntries(
    elementKinds.map((kind) => {
      const known = new Set(now.workingChanges[kind].map(({ id }) => id))
      const lost = before.workingChanges[kind].filter(
        ({ id }) => !known.has(id) && (elementId === undefined || id === elementId),
      )
      return [kind, [...lost, ...now.workingChanges[kind]]]
    }),
  )
  const counters = Object.keys(discarded) as (keyof Budget)[]
  const budget = Object.fromEntries(
    counters.map((counter) => [
      counter,
      { used: Math.max(0, now.budget[counter].used + before.budget[counter].used - discarded[counter].used) },
    ]),
  )
  await palate.profiles.update(profileId, { profileData: { workingChanges, budget } })
  await queries.invalidateQueries({ queryKey: profileKey(profileId) })
}
