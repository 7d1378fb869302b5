/** The id of a frame of the library, from its address. */
export function libraryIdOf(url: string | null | undefined): string | undefined {
  return url?.startsWith('frame:') ? url.slice('frame:'.length) : undefined
}

/** What a file is called without its ending: pictures are shown by it. */
export function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w{1,5}$/, '')
}
