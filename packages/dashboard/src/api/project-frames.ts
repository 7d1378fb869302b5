import type { RecentFrame } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { libraryIdOf, libraryPath, libraryThumbnail } from './frame-names.ts'
import { palate } from './palate.ts'

const recentMax = 1000

/** A picture as a suggestion or a score names it. */
export interface NamedFrame {
  readonly id: string
  readonly url: string | null
}

/** Where the service shows a picture: whole if it keeps it, else as large as it can make it; and small. */
export interface ShownFrame {
  readonly whole: string | null
  readonly small: string | null
}

/** Finds how to show the frames of a project, those of the library and those that were only scored. */
export function useShownFrames(projectId: string) {
  const recent = useQuery({
    queryKey: ['recent-frames', projectId],
    queryFn: async ({ signal }) => (await palate.frames.recent({ projectId, limit: recentMax }, { signal })).frames,
  })
  return {
    /** Until then nobody knows whether a frame that was only scored can be shown. */
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
