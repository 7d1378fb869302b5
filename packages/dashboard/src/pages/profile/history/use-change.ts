import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileKey } from '../../../api/profile.ts'

/** A change of a profile. Afterwards, also after a failure, the page shows the profile as it is now. */
export function useChange<Result, Input = void>(
  profileId: string,
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result, input: Input) => void,
) {
  const queries = useQueryClient()
  const queryKey = profileKey(profileId)
  return useMutation({
    mutationFn: change,
    onSuccess: async (result, input) => {
      // The next page needs the profile itself at once; what this page shows besides may be gone with it.
      await queries.invalidateQueries({ queryKey, refetchType: 'none' })
      await queries.refetchQueries({ queryKey: [...queryKey, 'state'] })
      onDone?.(result, input)
      void queries.refetchQueries({ queryKey, type: 'active', stale: true })
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}
