import { z } from 'zod'

/** Caches are keyed by addresses, so an address has a bound. A data URL has none of its own: it is the picture itself. */
export const urlBytesMax = 8192

export const urlTooLong = `an address may have ${urlBytesMax} bytes at most, unless it is a data URL`

/** The address of a picture in a profile. Whether it can be fetched shows when it is used. */
export const PictureUrl = z.string().refine(isWithinUrlLimit, { error: urlTooLong })

/** Image data is a data URL, another URL, or bare base64. */
export const ImageData = z.string().refine((text) => !isUrl(text) || isWithinUrlLimit(text), { error: urlTooLong })

export function isUrl(imageData: string): boolean {
  return imageData.slice(0, 16).includes(':')
}

export function isDataUrl(url: string): boolean {
  return /^\s*data:/i.test(url.slice(0, 64))
}

/** Counts UTF-16 units, of which no address has more than bytes. */
export function isWithinUrlLimit(url: string): boolean {
  return url.length <= urlBytesMax || isDataUrl(url)
}
