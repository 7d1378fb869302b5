import { frameIdOfUrl, frameUrl } from '../../frames/references.ts'
import { frameIdOf } from '../../taste/judgements/bradley-terry.ts'
import type { Element } from '../schema.ts'
import { base64UrlPrefix, isUrl, referenceAtEnd } from '../text-blobs.ts'

/**
 * Where to get a picture: from a URL, or from a frame that was scored under this id. A long URL is replaced by, or ends
 * with, a reference: see profile/text-blobs.ts.
 */
export type PictureSource = { readonly url: string } | { readonly frameId: string }

/** Pictures of exemplars by the names that comparisons may use for them. */
export type PictureNames = ReadonlyMap<string, PictureSource | undefined>

/** The picture of an exemplar. */
export function pictureOf({ imageData, url }: Element): PictureSource | undefined {
  if (typeof imageData === 'string' && imageData !== '') return { url: dataUrlOf(imageData) }
  return typeof url === 'string' && url !== '' ? { url } : undefined
}

/**
 * The exemplars' pictures by id and by frame id; the first exemplar with a name wins. A map, because thousands of
 * comparisons may look up thousands of exemplars.
 */
export function namesOf(exemplars: Iterable<Element>): PictureNames {
  const byName = new Map<string, PictureSource | undefined>()
  for (const exemplar of exemplars) {
    const picture = pictureOf(exemplar)
    for (const name of [exemplar.id, exemplar.frameId]) {
      if (typeof name === 'string' && !byName.has(name)) byName.set(name, picture)
    }
  }
  return byName
}

/** The picture of a comparison's frame: its own URL, else the exemplar with that name, else the frame with that id. */
export function frameSourceOf(frame: unknown, names: PictureNames): PictureSource | undefined {
  const id = frameIdOf(frame)
  if (id === undefined) return undefined
  const own = typeof frame === 'object' && frame !== null && 'url' in frame ? frame.url : undefined
  if (typeof own === 'string' && own !== '') return { url: own }
  return names.get(id) ?? { frameId: frameIdOfUrl(id) ?? id }
}

/** Equal for equal sources, and short. A frame of the library has one address, with or without the scheme. */
export function addressOf(source: PictureSource): string {
  if ('frameId' in source) return frameUrl(source.frameId)
  const inline = referenceAtEnd(source.url)
  return inline ? `text:${inline.reference.hash}` : source.url
}

function dataUrlOf(imageData: string): string {
  return isUrl(imageData) ? imageData : `${base64UrlPrefix}${imageData}`
}
