import type { Share, ShareWithAnswers } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { readAll } from '../../../api/read-all.ts'

/** Visitors answer without an event. */
const answersEveryMs = 30_000

export function sharesKey(profileId: string) {
  return [...profileKey(profileId), 'shares'] as const
}

/** Newest first. */
export function useShares(profileId: string) {
  return useQuery<readonly Share[]>({
    queryKey: sharesKey(profileId),
    queryFn: ({ signal }) => readAll(palate.shares.list({ profileId }, { signal })),
    refetchInterval: answersEveryMs,
  })
}

export function useShare(profileId: string, shareId: string) {
  return useQuery<ShareWithAnswers>({
    queryKey: [...sharesKey(profileId), shareId],
    queryFn: ({ signal }) => palate.shares.get(shareId, { signal }),
    refetchInterval: answersEveryMs,
  })
}
