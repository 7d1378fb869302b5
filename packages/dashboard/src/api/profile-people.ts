import type { ProfilePeople } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { usePeople } from './people.ts'
import { profileKey } from './profile.ts'
import { useMay, usePerson } from './session.ts'

/** Who has judged in a dimension of a profile, and how far they agree. Nothing is read where nobody was invited. */
export function useProfilePeople(profileId: string, dimension: string) {
  const mayRead = useMay('read', 'write')
  const hasPeople = useHasPeople()
  return useQuery<ProfilePeople>({
    queryKey: [...profileKey(profileId), 'people', dimension],
    queryFn: ({ signal }) => palate.profiles.people(profileId, { dimension }, { signal }),
    enabled: mayRead && hasPeople,
  })
}

/** Whether the account has people, as far as the session may know. */
export function useHasPeople(): boolean {
  const isPerson = usePerson() !== undefined
  const people = usePeople()
  return isPerson || (people.data?.length ?? 0) > 0
}
