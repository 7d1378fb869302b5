import { useQuery } from '@tanstack/react-query'
import { withoutEnding } from './frame-names.ts'
import { palate } from './palate.ts'
import { useMay } from './session.ts'

/** Of a larger library the newest are known by name. */
const namesMax = 1000

/** What the frames of a project's library are called, by their ids: the file's name without its ending. */
export function useLibraryNames(projectId: string): ReadonlyMap<string, string> {
  const isEnabled = useMay('read', 'teach', 'write')
  const names = useQuery({
    queryKey: ['library-names', projectId],
    queryFn: ({ signal }) => readLibraryNames(projectId, signal),
    enabled: isEnabled,
  })
  return names.data ?? noNames
}

export async function readLibraryNames(projectId: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { frames } = await palate.frames.list({ projectId, limit: namesMax }, { signal })
  return new Map(frames.flatMap(({ id, name }) => (name === undefined ? [] : [[id, withoutEnding(name)] as const])))
}

const noNames: ReadonlyMap<string, string> = new Map()
