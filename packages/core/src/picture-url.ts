import { z } from 'zod'

/** Caches are keyed by URL, so URLs have a length limit. Data URLs are exempt: they contain the picture itself. */
export const urlBytesMax = 8192

export const urlTooLong = `a URL may have at most ${urlBytesMax} bytes, unless it is a data URL`

/** The URL of a picture in a profile. It is fetched only when it is used. */
export const PictureUrl = z.string().refine(isWithinUrlLimit, { error: urlTooLong })

/** Image data is a data URL, another URL, or bare base64. */
export const ImageData = z.string().refine((text) => !isUrl(text) || isWithinUrlLimit(text), { error: urlTooLong })

export function isUrl(imageData: string): boolean {
  return imageData.slice(0, 16).includes(':')
}

export function isDataUrl(url: string): boolean {
  return /^\s*data:/i.test(url.slice(0, 64))
}

/** Counts UTF-16 units, which are never more than the bytes. */
export function isWithinUrlLimit(url: string): boolean {
  return isWithinUrlBytes(url) || isDataUrl(url)
}

export function isWithinUrlBytes(url: string): boolean {
  return url.length <= urlBytesMax
}
