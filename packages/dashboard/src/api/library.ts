import type { LibraryFrameList } from '@palate/client'
import { palate } from './palate.ts'

/** For larger libraries, only the newest frames are shown, named and scored. */
export const libraryFramesMax = 1000

/** The newest frames of a project's library. */
export async function readLibrary(projectId: string, signal?: AbortSignal): Promise<LibraryFrameList> {
  return await palate.frames.list({ projectId, limit: libraryFramesMax }, signal && { signal })
}
