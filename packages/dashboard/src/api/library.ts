import type { LibraryFrame } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { readAll } from './read-all.ts'
import { useMay } from './session.ts'

/** The service's largest page. */
const framesPerPage = 1000

/** The query key of a project's library. Invalidate it after uploads and deletions. */
export function libraryKey(projectId: string): readonly unknown[] {
  return ['library', projectId]
}

/** Every frame of a project's library, newest first. */
export function readLibrary(projectId: string, signal?: AbortSignal): Promise<readonly LibraryFrame[]> {
  return readAll(palate.frames.list({ projectId, limit: framesPerPage }, signal && { signal }))
}

export function useLibrary(projectId: string, isWanted = true) {
  const maySee = useMay('read', 'teach', 'write')
  return useQuery({
    queryKey: libraryKey(projectId),
    queryFn: ({ signal }) => readLibrary(projectId, signal),
    staleTime: 60_000,
    enabled: isWanted && maySee,
  })
}
