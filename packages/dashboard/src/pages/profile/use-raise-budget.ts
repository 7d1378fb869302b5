import type { Budget } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { profileKey } from '../../api/profile.ts'
import { queries } from '../../api/queries.ts'
import { useJudgements } from '../../judgements/use-judgements.ts'

const raiseBy = { comparisons: 100, labels: 50, questions: 20 } as const

/** Raises the number of judgements that a profile allows. */
export function useRaiseBudget(profileId: string, budget: Budget, counter: keyof Budget) {
  const { queue } = useJudgements(profileId)
  const total = budget[counter].total + raiseBy[counter]
  const raise = useMutation({
    mutationFn: () => palate.profiles.update(profileId, { profileData: { budget: { [counter]: { total } } } }),
    onSuccess: () => {
      queue.forgetAnswer()
      return queries.invalidateQueries({ queryKey: profileKey(profileId) })
    },
  })
  return { total, raise }
}
