import type { DimensionDiagnostics, Suggestions } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'

/** How many more judgements would help, as estimated by the service, and what they seem to be about so far. */
export type Need = Pick<DimensionDiagnostics, 'enough' | 'remaining'> & Pick<Suggestions, 'belief'>

/** The same as in the diagnostics, which take longer because they predict all judgements. */
export function useNeed(profileId: string, dimension: string): Need | undefined {
  const { data } = useQuery<Need>({
    queryKey: [...profileKey(profileId), 'need', dimension],
    queryFn: ({ signal }) => palate.suggestions(profileId, { kind: 'question', dimension, limit: 1 }, { signal }),
  })
  return data
}
