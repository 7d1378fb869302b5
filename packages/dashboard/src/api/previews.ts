import type { Preview } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import type { ComparedFrame } from '../ui/pictures/ranking.ts'
import { libraryIdOf, libraryThumbnail } from './frame-names.ts'

type PreviewedFrame = Preview['frames'][number]

/** A previewed frame for display, with its scores in one dimension. */
export function comparedFrame(frame: PreviewedFrame, dimension: string): ComparedFrame {
  const { id, name, url, from, to } = frame
  return {
    ...{ id, url, src: pathOf(frame), alt: pictureName(name ?? id) },
    before: from?.[dimension] ?? null,
    after: to[dimension] ?? null,
    ...(frame.verdict?.[dimension] && { verdict: frame.verdict[dimension] }),
  }
}

/** Library frames always have a thumbnail. */
function pathOf({ url, thumbnail }: PreviewedFrame): string | null {
  const libraryId = libraryIdOf(url)
  return thumbnail ?? (libraryId === undefined ? null : libraryThumbnail(libraryId))
}
