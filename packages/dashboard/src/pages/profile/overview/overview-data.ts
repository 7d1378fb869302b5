import type { Diagnostics, Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useMay } from '../../../api/session.ts'
import { useBranchQuery } from '../../../api/viewed-branch.ts'
import { shownExemplars } from './exemplars.ts'

/** Diagnostics of the profile, uncommitted changes included. */
export function useDiagnostics(profileId: string) {
  const isEnabled = useMay('read', 'write', 'teach')
  const branch = useBranchQuery()
  return useQuery<Diagnostics>({
    queryKey: [...profileKey(profileId), 'diagnostics', branch],
    queryFn: ({ signal }) => palate.profiles.diagnostics(profileId, { include_working: 'true', ...branch }, { signal }),
    enabled: isEnabled,
  })
}

/** The labelled pictures. Diagnostics read pictures that were not read yet, so this runs again afterwards. */
export function useExemplars(profile: Profile, diagnosedAt: number) {
  const pictures = useProfilePictures(profile.id)
  const isAnyUnread = pictures.data?.pictures.some(({ status }) => status === 'unread') ?? false
  const { refetch } = pictures
  useEffect(() => {
    if (isAnyUnread && diagnosedAt > 0) void refetch()
  }, [isAnyUnread, diagnosedAt, refetch])
  return { ...pictures, exemplars: shownExemplars(profile, pictures.data?.pictures ?? []) }
}
