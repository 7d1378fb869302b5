import type { Branch } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'

/** The conflicts between two branches. Reading them changes nothing. */
export function useConflicts(profileId: string, source: Branch, target: Branch) {
  return useQuery({
    queryKey: [...profileKey(profileId), 'conflicts', source.id, source.headVersionId, target.id, target.headVersionId],
    queryFn: async ({ signal }) => {
      const request = { sourceBranchId: source.id, targetBranchId: target.id, dryRun: true }
      return (await palate.profiles.merge(profileId, request, { signal })).conflicts
    },
  })
}
