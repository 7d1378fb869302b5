import type { Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'

/** Prefix of the query keys of everything read from a profile. Invalidate it after each change. */
export function profileKey(id: string): readonly unknown[] {
  return ['profile', id]
}

/** The current profile: branches, versions without snapshots, the current state, and the uncommitted changes. */
export function useProfile(id: string) {
  return useQuery<Profile>({
    queryKey: [...profileKey(id), 'state'],
    queryFn: ({ signal }) => palate.profiles.get(id, { snapshots: 'omit' }, { signal }),
  })
}
