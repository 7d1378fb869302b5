import type { RecentFrame } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
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
  return {
    /** Until then it is unknown whether a frame that was only scored can be shown. */
    isReady: !recent.isPending,
    shown: (frame: NamedFrame): ShownFrame => shownFrame(frame, recent.data ?? []),
  }
}

function shownFrame({ id, url }: NamedFrame, recent: readonly RecentFrame[]): ShownFrame {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return { whole: libraryPath(libraryId), small: libraryThumbnail(libraryId) }
  const same = recent.find((frame) => (url === null ? frame.id === id : frame.url === url))
  const thumbnail = same?.thumbnail ?? null
  return { whole: thumbnail && `${thumbnail}?size=large`, small: thumbnail }
}
