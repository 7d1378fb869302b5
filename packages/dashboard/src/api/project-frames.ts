import type { RecentFrame } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { libraryIdOf, libraryPath, libraryThumbnail } from './frame-names.ts'
import { palate } from './palate.ts'

const recentMax = 1000

/** A picture as named by a suggestion or a score. */
export interface NamedFrame {
  readonly id: string
  readonly url: string | null
}

/** URLs of a picture: full size if the service stores it, otherwise the largest thumbnail; and a small one. */
export interface ShownFrame {
  readonly whole: string | null
  readonly small: string | null
}

export function useRecentFrames(projectId: string) {
  return useQuery({
    queryKey: ['recent-frames', projectId],
    queryFn: async ({ signal }) => (await palate.frames.recent({ projectId, limit: recentMax }, { signal })).frames,
  })
}

/** Resolves the pictures of a project's frames, both library frames and frames that were only scored. */
export function useShownFrames(projectId: string) {
  const recent = useRecentFrames(projectId)
  const thumbnails = useMemo(() => thumbnailsOf(recent.data ?? []), [recent.data])
  return {
    /** Until then it is unknown whether a frame that was only scored can be shown. */
    isReady: !recent.isPending,
    shown: (frame: NamedFrame): ShownFrame => shownFrame(frame, thumbnails),
  }
}

interface Thumbnails {
  readonly byId: ReadonlyMap<string, string | null>
  readonly byUrl: ReadonlyMap<string | null, string | null>
}

/** The newest frame comes first, and wins. */
function thumbnailsOf(recent: readonly RecentFrame[]): Thumbnails {
  const oldestFirst = recent.toReversed()
  return {
    byId: new Map(oldestFirst.map(({ id, thumbnail }) => [id, thumbnail])),
    byUrl: new Map(oldestFirst.map(({ url, thumbnail }) => [url, thumbnail])),
  }
}

function shownFrame({ id, url }: NamedFrame, { byId, byUrl }: Thumbnails): ShownFrame {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return { whole: libraryPath(libraryId), small: libraryThumbnail(libraryId) }
  const thumbnail = (url === null ? byId.get(id) : byUrl.get(url)) ?? null
  return { whole: thumbnail && `${thumbnail}?size=large`, small: thumbnail }
}
