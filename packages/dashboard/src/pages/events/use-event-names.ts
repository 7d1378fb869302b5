import type { Event, Profile } from '@palate/client'
import { useQueries } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { profileKey } from '../../api/profile.ts'
import { useProfiles } from '../../api/profiles.ts'
import type { EventNames } from './describe-event.ts'

/** The names of branches come with the whole profile, so the number of profiles is limited. */
const profilesReadMax = 20

/** How many of a profile's latest versions are read for their authors. */
const versionsReadMax = 200

/** The names of the profiles, branches and authors in these events. */
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
  const authors = useAuthors(events.filter(({ data }) => known.has(String(data.profileId))))
  return {
    author: (profileId, versionId) => authors.get(`${profileId} ${versionId}`),
    profile: (id) => known.get(String(id)),
    branch: (profileId, id) => branches.get(`${profileId} ${id}`),
  }
}

/** The names of the keys that saved the versions in these events. */
function useAuthors(events: readonly Event[]): ReadonlyMap<string, string> {
  const ids = new Set(events.flatMap(({ data }) => (data.versionId === undefined ? [] : [String(data.profileId)])))
  const lists = useQueries({
    queries: [...ids].slice(0, profilesReadMax).map((id) => ({
      queryKey: [...profileKey(id), 'authors'],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const { versions } = await palate.profiles.history(id, { limit: versionsReadMax }, { signal })
        return versions.flatMap((version) =>
          version.author ? [[`${id} ${version.id}`, version.author.name] as const] : [],
        )
      },
    })),
  })
  return new Map(lists.flatMap(({ data }) => data ?? []))
}

const withBranches: ReadonlySet<string> = new Set([
  'profile.branch_switched',
  'profile.rolled_back',
  'profile.merged',
] satisfies readonly Event['type'][])
