import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { PreviewedFrame } from '@palate/core/taste/preview-schema.ts'
import { previewSide } from '../../pictures/decoding/thumbnail-sides.ts'
import type { IsPictureOf } from '../../pictures/thumbnails/picture-owner.ts'
import { thumbnailPath } from '../../pictures/thumbnails/thumbnail-path.ts'
import { findThumbnailHashes } from '../../pictures/thumbnails/thumbnail-store.ts'
import type { Thumbnails } from '../../pictures/thumbnails/thumbnails.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { Db } from '../../store/schema.ts'

/** A frame with its scores. Without a content hash if it could not be read. */
export interface ScoredFrame extends Omit<PreviewedFrame, 'name' | 'thumbnail'> {
  readonly contentHash: string | undefined
}

interface Parts {
  readonly frames: Pick<FramesPort, 'findFrames'>
  readonly thumbnails: Pick<Thumbnails, 'hasUnwritten'>
  readonly isPictureOf: IsPictureOf
}

/** Adds the names of library frames, and the paths of thumbnails that the caller may see. */
export async function describeFrames(
  db: Db,
  { frames, thumbnails, isPictureOf }: Parts,
  caller: Caller,
  projectId: string,
  scored: readonly ScoredFrame[],
): Promise<readonly PreviewedFrame[]> {
  const { accountId } = caller
  const libraryIds = scored.flatMap(({ url }) => frameIdOfUrl(url ?? '') ?? [])
  const library = await frames.findFrames(db, { accountId, projectId }, libraryIds)
  const hashes = scored.flatMap(({ contentHash }) => contentHash ?? [])
  // Check these before the store, because they may be written in between.
  const waiting = new Set(hashes.filter((hash) => thumbnails.hasUnwritten(accountId, hash)))
  const stored = await findThumbnailHashes(db, accountId, hashes, previewSide)
  const isShown = async (hash: string) =>
    (waiting.has(hash) || stored.has(hash)) && (await isPictureOf(db, caller, hash))
  const described: PreviewedFrame[] = []
  for (const { contentHash, id, url, ...scores } of scored) {
    const name = library.get(frameIdOfUrl(url ?? '') ?? '')?.name ?? undefined
    const thumbnail = contentHash !== undefined && (await isShown(contentHash)) ? thumbnailPath(contentHash) : undefined
    described.push({
      ...{ id, url },
      ...(name !== undefined && { name }),
      ...(thumbnail !== undefined && { thumbnail }),
      ...scores,
    })
  }
  return described
}
