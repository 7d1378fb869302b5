import { useMemo } from 'react'
import { nameless } from '../../api/people.ts'
import { useProfilePeople } from '../../api/profile-people.ts'
import { useBlindPerson, usePerson } from '../../api/session.ts'

export interface PersonOption {
  /** '' is the team. */
  readonly value: string
  readonly label: string
}

/**
 * Whose taste can be shown: the team's, and that of each person who has judged. A judge sees only the team's and their
 * own, because the score of a picture that somebody has judged says how. Empty where fewer than two have judged.
 */
export function usePeopleOptions(profileId: string, dimension: string, chosen = ''): readonly PersonOption[] {
  const own = usePerson()?.id
  const isBlind = useBlindPerson() !== undefined
  const { data } = useProfilePeople(profileId, dimension)
  return useMemo(() => {
    const people = data?.people ?? []
    if (people.length < 2 && chosen === '') return []
    const options = people
      .filter(({ id }) => !isBlind || id === own)
      .map(({ id, name }) => ({ value: id, label: id === own ? `You (${name})` : (name ?? nameless) }))
    // Also one from a link.
    const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
    return [
      { value: '', label: 'The team' },
      ...options,
      ...(isKnown ? [] : [{ value: chosen, label: 'Somebody else' }]),
    ]
  }, [data, own, isBlind, chosen])
}
