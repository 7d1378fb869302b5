import type { Event, Profile } from '@palate/client'
import { useQueries } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { profileKey } from '../../api/profile.ts'
import { useProfiles } from '../../api/profiles.ts'
import type { EventNames } from './describe-event.ts'

/** The names of branches come with the whole profile, so the number of profiles is limited. */
const profilesReadMax = 20

/** The names of the profiles and branches in these events. */
export function useEventNames(events: readonly Event[]): EventNames {
  const summaries = useProfiles().data ?? []
  const known = new Map(summaries.map(({ id, name }) => [id, name]))
  const ids = new Set(events.flatMap(({ type, data }) => (withBranches.has(type) ? [String(data.profileId)] : [])))
  const read = [...ids].filter((id) => known.has(id)).slice(0, profilesReadMax)
  const profiles = useQueries({
    queries: read.map((id) => ({
      queryKey: [...profileKey(id), 'branch-names'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Profile> =>
        palate.profiles.get(id, { snapshots: 'omit' }, { signal }),
    })),
  })
  const branches = new Map(
    profiles.flatMap(({ data }) =>
      (data?.profileData.branches ?? []).map(({ id, name }) => [`${data?.id} ${id}`, name] as const),
    ),
  )
  return {
    profile: (id) => known.get(String(id)),
    branch: (profileId, id) => branches.get(`${profileId} ${id}`),
  }
}

const withBranches: ReadonlySet<string> = new Set([
  'profile.branch_switched',
  'profile.rolled_back',
  'profile.merged',
] satisfies readonly Event['type'][])
