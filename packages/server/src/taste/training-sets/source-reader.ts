import { isDataUrl } from '@palate/core/picture-url.ts'
import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import type { FrameReader, ReadPicture } from '../../pictures/reading/frame-reader.ts'
import type { SeenFrames } from '../../pictures/seen-frames/seen-frames.ts'
import type { State } from '../../ports/states.ts'

/** Reads the current picture and ignores pins. Rejects with a FrameFault if the picture is at fault. */
export type ReadSource = (
  project: Pick<State, 'accountId' | 'projectId'>,
  source: PictureSource,
) => Promise<ReadPicture>

export function createSourceReader(frameReader: FrameReader, seenFrames: SeenFrames): ReadSource {
  return async ({ accountId, projectId }, source) => {
    const work = { priority: 'realtime', accountId } as const
    if ('url' in source) {
      return isDataUrl(source.url)
        ? frameReader.readInline(source.url, work)
        : frameReader.read(source.url, projectId, work)
    }
    const inLibrary = await frameReader.readLibraryFrame(source.frameId, projectId, work)
    if (inLibrary) return inLibrary
    const contentHash = await seenFrames.find(accountId, projectId, source.frameId)
    const picture = contentHash === undefined ? undefined : await frameReader.readContent(contentHash, work)
    if (!picture) throw new FrameFault('frame_not_found', nowhere)
    return picture
  }
}

const nowhere = 'this id matches no exemplar, no library frame and no frame scored in this project'
