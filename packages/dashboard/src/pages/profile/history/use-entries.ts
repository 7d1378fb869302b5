import type { HistoryEntry, VersionList } from '@palate/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'

const pageSize = 100

/** Authors and changes of these versions, read page by page until all are known. */
export function useEntries(profileId: string, wanted: readonly string[]): ReadonlyMap<string, HistoryEntry> {
  const pages = useInfiniteQuery({
    queryKey: [...profileKey(profileId), 'versions'],
    queryFn: async ({ pageParam, signal }): Promise<VersionList> =>
      palate.profiles.history(profileId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const entries = new Map(pages.data?.pages.flatMap(({ versions }) => versions.map((one) => [one.id, one] as const)))
  const isMissing = wanted.some((id) => !entries.has(id))
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  return entries
}
