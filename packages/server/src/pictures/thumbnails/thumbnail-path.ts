/** The path of a picture's thumbnail on the service. */
export function thumbnailPath(contentHash: string): string {
  return `/v1/thumbnails/${contentHash}`
}
