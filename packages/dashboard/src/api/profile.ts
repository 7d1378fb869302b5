import type { Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'

/** Everything that was read of a profile has a key that begins so: invalidate it after each change. */
export function profileKey(id: string): readonly unknown[] {
  return ['profile', id]
}

/** The profile as it is now: its branches, versions without snapshots, the current state, and the uncommitted changes. */
export function useProfile(id: string) {
  return useQuery<Profile>({
    queryKey: [...profileKey(id), 'state'],
    queryFn: ({ signal }) => palate.profiles.get(id, { snapshots: 'omit' }, { signal }),
  })
}
