import type { Dimension } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'

/** Dimensions that a profile can score: learned ones first, then measured attributes. */
export function useDimensions(profileId: string): readonly Dimension[] {
  return useDimensionList(profileId).data?.dimensions ?? []
}

export function useDimensionList(profileId: string) {
  return useQuery({
    queryKey: [...profileKey(profileId), 'dimensions'],
    queryFn: ({ signal }) => palate.dimensions({ profile_id: profileId }, { signal }),
  })
}
