/** The id of a library frame, from its URI. */
export function libraryIdOf(url: string | null | undefined): string | undefined {
  return url?.startsWith('frame:') ? url.slice('frame:'.length) : undefined
}

/** The service's path for the bytes of a library frame. */
export function libraryPath(id: string): string {
  return `/api/frames/${encodeURIComponent(id)}`
}

export function libraryThumbnail(id: string): string {
  return `${libraryPath(id)}/thumbnail`
}

/** What can be shown for a URI before the service has read it. The page never loads pictures from other hosts. */
export function pictureAt(url: string | null | undefined): string | null {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return libraryThumbnail(libraryId)
  return url?.startsWith('data:image/') ? url : null
}

/** The same picture in full size, or as large as the service has it. */
export function wholeAt(url: string | null | undefined, small: string | null | undefined): string | null {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return libraryPath(libraryId)
  return small?.startsWith('/v1/thumbnails/') ? `${small}?size=large` : (small ?? null)
}
