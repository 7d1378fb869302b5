/** The id of a frame of the library, from its address. */
export function libraryIdOf(url: string | null | undefined): string | undefined {
  return url?.startsWith('frame:') ? url.slice('frame:'.length) : undefined
}

/** Where the service has the bytes of a frame of the library. */
export function libraryPath(id: string): string {
  return `/api/frames/${encodeURIComponent(id)}`
}

export function libraryThumbnail(id: string): string {
  return `${libraryPath(id)}/thumbnail`
}

/** What can be shown of an address before the service has read it. Pictures of other hosts are not: none is ever asked. */
export function pictureAt(url: string | null | undefined): string | null {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return libraryThumbnail(libraryId)
  return url?.startsWith('data:image/') ? url : null
}

/** What a file is called without its ending: pictures are shown by it. */
export function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w{1,5}$/, '')
}
