/** A thumbnail of the library, which the service makes in any size. */
const libraryThumbnail = /^\/api\/frames\/[^/?]+\/thumbnail$/
/** A thumbnail of another picture that the service has read. */
const readThumbnail = /^\/v1\/thumbnails\/[0-9a-f]+$/

/**
 * The sizes of a thumbnail as a `srcset`, by its longer side: the browser takes the one that suits the screen.
 * Undefined if there is only one size. Large thumbnails of pictures outside the library are left out, because the
 * service may have to fetch them from their hosts.
 */
export function sourceSetOf(src: string, addressOf: (src: string) => string): string | undefined {
  const sizes = libraryThumbnail.test(src)
    ? [['', 256] as const, ['?size=512', 512] as const, ['?size=1024', 1024] as const]
    : readThumbnail.test(src)
      ? [['', 192] as const, ['?size=medium', 512] as const]
      : []
  return sizes.length === 0 ? undefined : sizes.map(([query, side]) => `${addressOf(src + query)} ${side}w`).join(', ')
}

/** The thumbnail with a longer side of 512 pixels. */
export function mediumOf(src: string): string {
  if (libraryThumbnail.test(src)) return `${src}?size=512`
  return readThumbnail.test(src) ? `${src}?size=medium` : src
}
