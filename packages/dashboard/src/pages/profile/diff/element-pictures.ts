import type { Comparison, Exemplar, FrameReference, ProfilePictureList } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { isId } from '@palate/core/ids.ts'
import { libraryIdOf, pictureAt, wholeAt } from '../../../api/frame-names.ts'
import type { LightboxItem } from '../lightbox/lightbox-items.ts'

/** Finds the picture of an element: a path of the service, a data URL, or null if none can be shown. */
export interface ElementPictures {
  /** The name of a picture, or a description if it has none. */
  readonly nameOf: (exemplar: Exemplar) => string
  readonly nameOfSide: (comparison: Comparison, side: 'a' | 'b') => string
  readonly ofExemplar: (exemplar: Exemplar) => string | null
  readonly ofSide: (comparison: Comparison, side: 'a' | 'b') => string | null
  /** For the lightbox. Its key is the id of the exemplar, or the id of the comparison with the side. */
  readonly itemOf: (exemplar: Exemplar) => LightboxItem
  readonly itemOfSide: (comparison: Comparison, side: 'a' | 'b') => LightboxItem
}

/** Elements of the state before a change are shown as they were, those after it as they become. */
export interface DiffPictures {
  readonly before: ElementPictures
  readonly after: ElementPictures
}

export function elementPictures(
  pictures: ProfilePictureList['pictures'],
  exemplars: readonly Exemplar[],
  libraryNames: ReadonlyMap<string, string>,
): ElementPictures {
  const thumbnails = new Map(pictures.map(({ elementId, side = '', thumbnail }) => [`${elementId} ${side}`, thumbnail]))
  const known = new Map(exemplars.flatMap((one) => [one.id, one.frameId].map((name) => [name, one] as const)))
  const ofExemplar = (exemplar: Exemplar) =>
    thumbnails.get(`${exemplar.id} `) ?? pictureAt(exemplar.url ?? exemplar.imageData)
  const ofReference = (reference: FrameReference | null | undefined) => {
    if (reference == null) return null
    if (typeof reference !== 'string' && reference.url != null) return pictureAt(reference.url)
    const id = typeof reference === 'string' ? reference : reference.id
    const exemplar = known.get(id)
    return exemplar ? ofExemplar(exemplar) : pictureAt(`frame:${id}`)
  }
  const nameAt = (url: string | null | undefined) => libraryNames.get(libraryIdOf(url) ?? '')
  const nameOf = (exemplar: Exemplar) =>
    givenName(exemplar) ??
    nameAt(exemplar.url) ??
    libraryNames.get(exemplar.frameId ?? '') ??
    chosenId(exemplar.frameId) ??
    'a picture'
  const nameOfReference = (reference: FrameReference | null | undefined) => {
    if (reference == null) return 'a picture'
    const [id, url] = typeof reference === 'string' ? [reference, null] : [reference.id, reference.url]
    const exemplar = known.get(id)
    return nameAt(url) ?? libraryNames.get(id) ?? (exemplar ? nameOf(exemplar) : (chosenId(id) ?? 'a picture'))
  }
  const ofSide = (comparison: Comparison, side: 'a' | 'b') =>
    thumbnails.get(`${comparison.id} ${side}`) ?? ofReference(frameAt(comparison, side))
  const nameOfSide = (comparison: Comparison, side: 'a' | 'b') => nameOfReference(frameAt(comparison, side))
  return {
    nameOf,
    nameOfSide,
    ofExemplar,
    ofSide,
    itemOf(exemplar) {
      const { label: _, ...about } = exemplar
      return { key: exemplar.id ?? '', name: nameOf(exemplar), whole: wholeAt(about.url, ofExemplar(exemplar)), about }
    },
    itemOfSide(comparison, side) {
      const { dimension } = comparison
      const about = { ...aboutFrame(frameAt(comparison, side), known), ...(dimension != null && { dimension }) }
      return {
        key: sideKey(comparison, side),
        name: nameOfSide(comparison, side),
        whole: wholeAt(about.url, ofSide(comparison, side)),
        about,
      }
    },
  }
}

export function sideKey({ id }: Comparison, side: 'a' | 'b'): string {
  return `${id} ${side}`
}

function frameAt({ frameA, frameB }: Comparison, side: 'a' | 'b') {
  return side === 'a' ? frameA : frameB
}

/** What a label of a compared frame would say apart from the label. */
function aboutFrame(
  frame: FrameReference | null | undefined,
  known: ReadonlyMap<string | null | undefined, Exemplar>,
): Exemplar {
  if (frame == null) return {}
  if (typeof frame !== 'string' && frame.url != null) return { frameId: frame.id, url: frame.url }
  const id = typeof frame === 'string' ? frame : frame.id
  const { frameId = id, url, imageData } = known.get(id) ?? {}
  return { frameId, ...(url != null && { url }), ...(imageData != null && { imageData }) }
}

/** An id that a client chose is often a name. One of the library says nothing to people. */
function chosenId(id: string | null | undefined): string | undefined {
  return id == null || isId('frm', id) ? undefined : pictureName(id)
}

/** A name that a client stored with the element. */
function givenName(exemplar: Exemplar): string | undefined {
  const { name } = exemplar
  return typeof name === 'string' && name !== '' ? pictureName(name) : undefined
}
