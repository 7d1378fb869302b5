import { useQuery } from '@tanstack/react-query'
import { withoutEnding } from './frame-names.ts'
import { readLibrary } from './library.ts'
import { useMay } from './session.ts'

/** Names of a project's library frames by id: the file name without its extension. */
export function useLibraryNames(projectId: string): ReadonlyMap<string, string> {
  const isEnabled = useMay('read', 'teach', 'write')
  const names = useQuery({
    queryKey: ['library-names', projectId],
    queryFn: ({ signal }) => readLibraryNames(projectId, signal),
    enabled: isEnabled,
  })
  return names.data ?? noNames
}

async function readLibraryNames(projectId: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { frames } = await readLibrary(projectId, signal)
  return new Map(frames.flatMap(({ id, name }) => (name === undefined ? [] : [[id, withoutEnding(name)] as const])))
}

const noNames: ReadonlyMap<string, string> = new Map()
