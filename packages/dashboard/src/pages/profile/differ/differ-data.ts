import type { Disagreements } from '@palate/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'

export function useDisagreements(profileId: string, dimension: string) {
  return useInfiniteQuery({
    queryKey: [...profileKey(profileId), 'disagreements', dimension],
    queryFn: ({ pageParam, signal }) =>
      palate.profiles.disagreements(
        profileId,
        { dimension, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Disagreements) => nextCursor,
  })
}

/** How people judged these pictures, also where they agree. */
export function useRoundResult(profileId: string, dimension: string, contentHashes: readonly string[]) {
  return useQuery<Disagreements>({
    queryKey: [...profileKey(profileId), 'round', dimension, contentHashes],
    queryFn: ({ signal }) =>
      palate.profiles.disagreements(profileId, { dimension, pictures: contentHashes.join(',') }, { signal }),
    enabled: contentHashes.length > 0,
  })
}
