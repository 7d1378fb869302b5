import { useMemo } from 'react'
import { withoutEnding } from './frame-names.ts'
import { useLibrary } from './library.ts'

/** Names of a project's library frames by id: the file name without its extension. */
export function useLibraryNames(projectId: string): ReadonlyMap<string, string> {
  const { data } = useLibrary(projectId)
  return useMemo(
    () => new Map(data?.flatMap(({ id, name }) => (name === undefined ? [] : [[id, withoutEnding(name)] as const]))),
    [data],
  )
}
