import type { Comparison, Exemplar, FrameReference, ProfilePictureList } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { libraryIdOf, pictureAt, withoutEnding } from '../../../api/frame-names.ts'

/** Finds the picture of an element: a path of the service, a data URL, or null if none can be shown. */
export interface ElementPictures {
  /** The name of a picture, or a description if it has none. */
  readonly nameOf: (exemplar: Exemplar) => string
  readonly nameOfSide: (comparison: Comparison, side: 'a' | 'b') => string
  readonly ofExemplar: (exemplar: Exemplar) => string | null
  readonly ofSide: (comparison: Comparison, side: 'a' | 'b') => string | null
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
    if (reference == null) return 'a frame'
    const [id, url] = typeof reference === 'string' ? [reference, null] : [reference.id, reference.url]
    const exemplar = known.get(id)
    return nameAt(url) ?? libraryNames.get(id) ?? (exemplar ? nameOf(exemplar) : (chosenId(id) ?? 'a picture'))
  }
  return {
    nameOf,
    nameOfSide: ({ frameA, frameB }, side) => nameOfReference(side === 'a' ? frameA : frameB),
    ofExemplar,
    ofSide: (comparison, side) =>
      thumbnails.get(`${comparison.id} ${side}`) ?? ofReference(side === 'a' ? comparison.frameA : comparison.frameB),
  }
}

/** An id that a client chose is often a name. One of the library says nothing to people. */
function chosenId(id: string | null | undefined): string | undefined {
  return id == null || isId('frm', id) ? undefined : id
}

/** A name that a client stored with the element. */
function givenName(exemplar: Exemplar): string | undefined {
  const { name } = exemplar
  return typeof name === 'string' && name !== '' ? withoutEnding(name) : undefined
}
