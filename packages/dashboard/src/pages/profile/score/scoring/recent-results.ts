import { useQuery } from '@tanstack/react-query'
import { palate } from '../../../../api/palate.ts'
import { resultsOf } from './results-of-batches.ts'

/** As many batches are looked through. */
const batchesMax = 200

export function recentResultsKey(profileId: string): readonly unknown[] {
  return ['recent-results', profileId]
}

/** What was scored with a profile and is still kept, newest first, by the page or by a program. */
export function useRecentResults(profileId: string) {
  return useQuery({
    queryKey: recentResultsKey(profileId),
    queryFn: async ({ signal }) =>
      resultsOf((await palate.batches.list({ profile_id: profileId, limit: batchesMax }, { signal })).batches),
  })
}
