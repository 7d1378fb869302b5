import type { DimensionDiagnostics, Suggestions } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'
import { queries } from './queries.ts'

type Kind = Suggestions['suggestions'][number]['kind']

/** How many more judgements would help, as estimated by the service, and what they seem to be about so far. */
export type Need = Pick<DimensionDiagnostics, 'enough' | 'remaining'> & Pick<Suggestions, 'belief'>

/** Requests suggestions. The response also contains what `useNeed` returns. */
export async function fetchSuggestions(
  profileId: string,
  wanted: { readonly kind: Kind; readonly dimension: string; readonly limit: number },
): Promise<Suggestions['suggestions']> {
  const response = await queries.fetchQuery({
    queryKey: ['suggestions', profileId, wanted],
    queryFn: () => palate.suggestions(profileId, wanted),
    staleTime: 0,
    gcTime: 0,
  })
  queries.setQueryData<Need>(needKey(profileId, wanted.dimension), response)
  return response.suggestions
}

/**
 * The same as in the diagnostics, which take longer because they predict all judgements. While `fetchSuggestions` is
 * awaited, nothing is requested: its response contains the need.
 */
export function useNeed(profileId: string, dimension: string, isAwaited: boolean): Need | undefined {
  const { data } = useQuery<Need>({
    queryKey: needKey(profileId, dimension),
    queryFn: ({ signal }) => palate.suggestions(profileId, { kind: 'question', dimension, limit: 1 }, { signal }),
    enabled: !isAwaited,
  })
  return data
}

function needKey(profileId: string, dimension: string): readonly unknown[] {
  return [...profileKey(profileId), 'need', dimension]
}
