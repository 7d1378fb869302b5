import type { ListedPerson } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { readAll } from './read-all.ts'
import { useMay, usePerson } from './session.ts'

export const peopleKey = ['people'] as const

/** The service's largest page. */
const peoplePerPage = 1000

/** The people of the account, newest first: only names, unless the session may manage them. */
export function usePeople() {
  const mayManage = useMay('admin')
  const isPerson = usePerson() !== undefined
  return useQuery<readonly ListedPerson[]>({
    queryKey: peopleKey,
    queryFn: ({ signal }) => readAll(palate.people.list({ limit: peoplePerPage }, { signal })),
    enabled: mayManage || isPerson,
    staleTime: 60_000,
  })
}
