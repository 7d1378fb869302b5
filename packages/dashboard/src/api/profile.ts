import type { Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { showToast } from '../ui/toaster.tsx'
import { describeChangeByOthers } from './changes-by-others.ts'
import { withoutOthers } from './own-judgements.ts'
import { palate } from './palate.ts'
import { queries } from './queries.ts'
import { useBlindPerson } from './session.ts'

/** Prefix of the query keys of everything read from a profile. Invalidate it after each change. */
export function profileKey(id: string): readonly unknown[] {
  return ['profile', id]
}

/** The profile as it was last read; undefined if no page has shown it. */
export function knownProfile(id: string): Profile | undefined {
  return queries.getQueryData<Profile>([...profileKey(id), 'state'])
}

/** The current profile: branches, versions without snapshots, the current state, and the uncommitted changes. */
export function useProfile(id: string, isEnabled = true) {
  const judge = useBlindPerson()?.id
  const select = useCallback((profile: Profile) => withoutOthers(profile, judge ?? ''), [judge])
  return useQuery<Profile>({
    queryKey: [...profileKey(id), 'state'],
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<Profile>(queryKey)
      const profile = await palate.profiles.get(id, { snapshots: 'omit' }, { signal })
      // A change that this page makes reads the profile before it ends.
      const change = before && client.isMutating() === 0 ? describeChangeByOthers(before, profile) : undefined
      if (change !== undefined) showToast(change)
      return profile
    },
    enabled: isEnabled,
    ...(judge !== undefined && { select }),
  })
}
