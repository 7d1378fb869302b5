const ending = /(?<=.)\.(?:avif|bmp|gif|heic|heif|jfif|jpe?g|jxl|png|svg|tiff?|webp)$/i

/** How pages name a picture: by its file name without the ending, which says nothing about it. */
export function pictureName(fileName: string): string {
  return fileName.replace(ending, '')
}
