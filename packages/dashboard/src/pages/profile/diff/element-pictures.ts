import type { Comparison, Exemplar, FrameReference, ProfilePictureList } from '@palate/client'

/** Finds the picture of an element: a path of the service, a data URL, or null if none can be shown. */
export interface ElementPictures {
  readonly ofExemplar: (exemplar: Exemplar) => string | null
  readonly ofSide: (comparison: Comparison, side: 'a' | 'b') => string | null
}

export function elementPictures(
  pictures: ProfilePictureList['pictures'],
  exemplars: readonly Exemplar[],
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
  return {
    ofExemplar,
    ofSide: (comparison, side) =>
      thumbnails.get(`${comparison.id} ${side}`) ?? ofReference(side === 'a' ? comparison.frameA : comparison.frameB),
  }
}

/** Pictures of other hosts are not shown: the page asks none but the service. */
function pictureAt(url: string | null | undefined): string | null {
  if (url == null) return null
  if (url.startsWith('frame:')) return `/api/frames/${encodeURIComponent(url.slice('frame:'.length))}/thumbnail`
  return url.startsWith('data:image/') ? url : null
}
