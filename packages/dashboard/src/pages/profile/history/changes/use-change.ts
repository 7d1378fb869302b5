import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileKey } from '../../../../api/profile.ts'

/** A change to a profile. Afterwards, even after a failure, the page shows the current profile. */
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
      // The next page needs the profile immediately; other data of this page may no longer exist.
      await queries.invalidateQueries({ queryKey, refetchType: 'none' })
      await queries.refetchQueries({ queryKey: [...queryKey, 'state'] })
      onDone?.(result, input)
      void queries.refetchQueries({ queryKey, type: 'active', stale: true })
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}
