import { frameBytesMax } from '@palate/core/frames/size.ts'
import { idCharactersMax } from '@palate/core/ids.ts'
import { largeBodyBytesMax } from '@palate/core/route.ts'
import type { Frame } from '../api-types.ts'
import { PalateError } from '../error.ts'
import type { CallOptions } from '../options.ts'
import { isPlain } from '../transport/request.ts'
import type { Transport } from '../transport/transport.ts'
import { type Picture, readAll } from './picture.ts'

/**
 * A frame to score: the id and the URL of a picture, or the picture itself, with an id or alone. Alone, its id is the path
 * or name of its file, else its position, from 0.
 */
export type ScorableFrame = Frame | Picture | { readonly id: string; readonly picture: Picture }

/** The limit of a body, with room for the rest of a form. */
const pictureBytesPerRequestMax = largeBodyBytesMax - 2 ** 20

/** A request whose frames may be pictures. */
export type WithPictures<Request> = Omit<Request, 'frames'> & { readonly frames: readonly ScorableFrame[] }

/** Reads the pictures one by one. If there are any, the body is a form with the request and the pictures. */
export async function scoringBody(
  { readPicture }: Transport,
  request: WithPictures<object>,
  { signal }: CallOptions = {},
): Promise<object> {
  const { frames } = request
  // The service says what is wrong with it.
  if (!Array.isArray(frames)) return request
  const form = new FormData()
  const sent: Frame[] = []
  let bytes = 0
  for (const [index, frame] of frames.entries()) {
    const { id, url, picture = frame } = Object(frame)
    if (picture === frame && (url !== undefined || isPlain(Object(frame)))) {
      sent.push(frame as Frame)
      continue
    }
    const read = await readAll(picture, { readPicture, signal }, frameBytesMax)
    bytes += read.size
    if (bytes > pictureBytesPerRequestMax) {
      throw new PalateError('body_too_large', 'too many bytes for one request: upload the pictures')
    }
    form.set(`${index}`, read)
    const name = typeof picture === 'string' ? picture : read.name
    // The end of a long path names the file.
    sent.push({ id: id ?? (name.slice(-idCharactersMax) || String(index)), url: `part:${index}` })
  }
  const body = { ...request, frames: sent }
  if (form.keys().next().done) return body
  form.set('request', JSON.stringify(body))
  return form
}
