import type { ProfilePicture } from '@palate/core/frames/schema.ts'
import { type ElementPicture, picturesOf } from '@palate/core/taste/judgements/training-examples.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import type { Handler } from '../../operations.ts'
import type { FindState } from '../../ports/states.ts'
import { pinKeyOf } from '../../store/pin-key.ts'
import { previewSide } from '../pictures/thumbnail-sides.ts'
import { findPins, type Pin } from '../storing/store.ts'
import { findThumbnailHashes } from '../thumbnails/thumbnail-store.ts'
import { findStateInQuery } from './state-in-query.ts'

/** Lists the pictures that a profile judged. Reads no pictures: pins record which could be read. */
export function createListPictures(findState: FindState): Handler<'listPictures'> {
  return async (call) => {
    const { db } = call
    const state = await findStateInQuery(findState, call)
    const pins = new Map((await findPins(db, state)).map((pin) => [pin.source, pin]))
    const found = picturesOf(await state.elements()).map((picture) => {
      const pin = picture.source && pins.get(pinKeyOf(picture.source))
      return { picture, pin }
    })
    const hashes = found.flatMap(({ pin }) => pin?.contentHash ?? [])
    const shown = await findThumbnailHashes(db, state.accountId, hashes, previewSide)
    return { body: { pictures: found.map(({ picture, pin }) => pictureOf(picture, pin, shown)) } }
  }
}

function pictureOf(
  { elementId, kind, side, source }: ElementPicture,
  pin: Pin | undefined,
  shown: ReadonlySet<string>,
): ProfilePicture {
  const of = { elementId, kind, ...(side && { side }) }
  if (!source) return { ...of, status: 'unusable', reason: 'the element does not refer to a picture' }
  if (!pin) return { ...of, status: 'unread' }
  const { contentHash, fault } = pin
  if (contentHash === null) return { ...of, status: 'unusable', reason: messageOf(fault) }
  return { ...of, status: 'read', ...(shown.has(contentHash) && { thumbnail: thumbnailPath(contentHash) }) }
}

function messageOf(fault: string | null): string {
  return fault === null ? 'the picture could not be read' : (JSON.parse(fault) as FrameError).message
}

export function thumbnailPath(contentHash: string): string {
  return `/v1/thumbnails/${contentHash}`
}
