import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileKey } from '../../../api/profile.ts'

/** A change of a profile. Afterwards, also after a failure, the page shows the profile as it is now. */
export function useChange<Result, Input = void>(
  profileId: string,
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result, input: Input) => void,
) {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: profileKey(profileId) })
  return useMutation({
    mutationFn: change,
    onSuccess: async (result, input) => {
      await readAgain()
      onDone?.(result, input)
    },
    onError: () => void readAgain(),
  })
}
