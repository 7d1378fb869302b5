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

export interface NamedPerson {
  readonly id: string
  readonly name: string
}

/** A person who was removed. */
export const nameless = 'Somebody who left'

/** The name of a person by id. */
export function usePersonNames(): (id: string) => NamedPerson {
  const { data } = usePeople()
  const names = new Map(data?.map(({ id, name }) => [id, name]))
  return (id) => ({ id, name: names.get(id) ?? nameless })
}
